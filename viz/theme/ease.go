package theme

// How long things take at speed 1, in milliseconds.
const (
	Change  = 200  // a change of state
	Flight  = 750  // a message on its way
	Sweep   = 2000 // the cleaner goes through a segment
	Passage = 1200 // hours or days pass
)

// Phase returns how far t is on its way from a to b, between 0 and 1.
func Phase(t, a, b float32) float32 {
	if b <= a {
		if t < a {
			return 0
		}
		return 1
	}
	return Clamp((t - a) / (b - a))
}

// Clamp keeps t between 0 and 1.
func Clamp(t float32) float32 { return min(max(t, 0), 1) }

// Out eases arrivals: fast, then slower.
func Out(t float32) float32 {
	u := 1 - Clamp(t)
	return 1 - u*u*u
}

// In eases departures: slow, then faster.
func In(t float32) float32 {
	t = Clamp(t)
	return t * t * t
}

// InOut eases travel: slow, fast, slow.
func InOut(t float32) float32 {
	t = Clamp(t)
	if t < 0.5 {
		return 4 * t * t * t
	}
	u := 2 - 2*t
	return 1 - float32(u*u*u)/2
}

// Pulse rises from 0 to 1 and falls back to 0.
func Pulse(t float32) float32 {
	t = Clamp(t)
	return 4 * t * (1 - t)
}
