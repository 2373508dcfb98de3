package i18n

// Lang is a language of the texts.
type Lang string

// The languages.
const (
	RU Lang = "ru"
	EN Lang = "en"
)

// Langs returns the languages in the order of the files.
func Langs() []Lang { return []Lang{RU, EN} }

// forms returns how many plural forms a language has here.
func (l Lang) forms() int {
	if l == RU {
		return 3 // one, few, many
	}
	return 2 // one, other
}

// Form returns which plural form goes with a whole number: Russian 0 one, 1 few, 2 many; English
// 0 one, 1 other. They are the cardinal rules of Unicode CLDR for whole numbers.
func (l Lang) Form(n int64) int {
	u := uint64(n)
	if n < 0 {
		u = -u
	}
	if l != RU {
		if u == 1 {
			return 0
		}
		return 1
	}
	one, ten := u%10, u%100/10
	switch {
	case ten == 1:
		return 2
	case one == 1:
		return 0
	case one >= 2 && one <= 4:
		return 1
	}
	return 2
}
