package font

// Face names one of the four faces.
type Face uint8

// The faces: one family for words and one for everything that is data.
const (
	Sans Face = iota
	SansBold
	Mono
	MonoBold
	faces
)

var files = [faces]string{"Inter-Regular", "Inter-SemiBold", "JetBrainsMono-Regular",
	"JetBrainsMono-SemiBold"}

var names = [faces]string{"sans", "sans-bold", "mono", "mono-bold"}

// Bold returns the bold face of the same family.
func (f Face) Bold() Face { return f | 1 }

// Mono returns the face of data that is as bold.
func (f Face) Mono() Face { return f | 2 }

// IsBold reports whether the face is a bold one.
func (f Face) IsBold() bool { return f&1 != 0 }

// IsMono reports whether the face is one of data.
func (f Face) IsMono() bool { return f&2 != 0 }

// Family returns the name that CSS and SVG know the face by.
func (f Face) Family() string {
	if f.IsMono() {
		return "JetBrains Mono"
	}
	return "Inter"
}

// Weight returns the weight that CSS and SVG know the face by.
func (f Face) Weight() int {
	if f.IsBold() {
		return 600
	}
	return 400
}

// File returns the name of the face's file in assets/fonts, without its ending.
func (f Face) File() string { return files[f%faces] }

// String returns the face's short name.
func (f Face) String() string { return names[f%faces] }
