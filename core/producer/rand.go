package producer

// Rand is a splitmix64 generator; the whole state is the number.
type Rand uint64

// Next draws 64 random bits.
func (r *Rand) Next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below draws a number in [0, n); it is 0 for n of 1 or less.
func (r *Rand) Below(n int64) int64 {
	if n <= 1 {
		return 0
	}
	return int64(r.Next() % uint64(n))
}
