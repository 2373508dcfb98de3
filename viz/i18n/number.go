package i18n

import (
	"strconv"
	"strings"
)

// Thin is the narrow no-break space between groups of digits and before units.
const Thin = "\u202F"

// NBSP is the ordinary no-break space.
const NBSP = "\u00A0"

// Number writes a whole number; from five digits on in groups of three: 5070, 12 288, 1 044 420.
func Number(n int64) string {
	s := strconv.FormatInt(n, 10)
	digits, sign := s, ""
	if n < 0 {
		digits, sign = s[1:], "−"
	}
	if len(digits) < 5 {
		return sign + digits
	}
	var b strings.Builder
	b.WriteString(sign)
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteString(Thin)
		}
		b.WriteByte(digits[i])
	}
	return b.String()
}

// Bytes writes a length to the byte: 953 160 B.
func Bytes(l Lang, n int64) string { return Number(n) + NBSP + pick(l, "Б", "B") }

// Size writes a length in short, with three digits: 421 B, 1.04 MB.
func Size(l Lang, n int64) string {
	if n > -1000 && n < 1000 {
		return Bytes(l, n)
	}
	sign := ""
	u := uint64(n)
	if n < 0 {
		sign, u = "−", -u
	}
	units := [...][2]string{{"кБ", "kB"}, {"МБ", "MB"}, {"ГБ", "GB"}, {"ТБ", "TB"}, {"ПБ", "PB"},
		{"ЭБ", "EB"}}
	unit, div := 0, uint64(1000)
	for unit < len(units)-1 && u/div >= 1000 {
		unit, div = unit+1, div*1000
	}
	if u/(div/10) >= 9995 && unit < len(units)-1 { // would round to 1000
		unit, div = unit+1, div*1000
	}
	places := 2
	switch tenth := u / (div / 1000); { // as rounded: 99.95 has no place left
	case tenth >= 99_950:
		places = 0
	case tenth >= 9_995:
		places = 1
	}
	return sign + decimal(l, u, div, places) + NBSP + pick(l, units[unit][0], units[unit][1])
}

// decimal writes u/div with so many places, rounded half up, in whole numbers.
func decimal(l Lang, u, div uint64, places int) string {
	scale := uint64(1)
	for range places {
		scale *= 10
	}
	step := div / scale
	n := u/step + u%step*2/step
	whole, rest := n/scale, n%scale
	if places == 0 {
		return strconv.FormatUint(whole, 10)
	}
	part := strconv.FormatUint(rest, 10)
	part = strings.Repeat("0", places-len(part)) + part
	return strconv.FormatUint(whole, 10) + pick(l, ",", ".") + part
}

// Duration writes milliseconds exactly, in the units a person would say: 100 ms, 5.25 s,
// 26 h 4 min 11 s, 7 d. Zero units are left out.
func Duration(l Lang, ms int64) string {
	if ms > -1000 && ms < 1000 {
		return Number(ms) + NBSP + pick(l, "мс", "ms")
	}
	sign := ""
	u := uint64(ms)
	if ms < 0 {
		sign, u = "−", -u
	}
	var parts []string
	add := func(n uint64, ru, en string) {
		if n > 0 {
			parts = append(parts, Number(int64(n))+NBSP+pick(l, ru, en))
		}
	}
	const second, minute, hour = 1000, 60_000, 3_600_000
	hours := u / hour
	if hours >= 48 {
		add(hours/24, "сут", "d")
		hours %= 24
	}
	add(hours, "ч", "h")
	add(u%hour/minute, "мин", "min")
	if rest := u % minute; rest%second == 0 {
		add(rest/second, "с", "s")
	} else {
		s := strings.TrimRight(decimal(l, rest, second, 3), "0")
		parts = append(parts, s+NBSP+pick(l, "с", "s"))
	}
	return sign + strings.Join(parts, NBSP)
}

// Share writes parts per million as a percentage: 1 %, 50.11 %.
func Share(l Lang, ppm int64) string {
	sign, u := "", uint64(ppm)
	if ppm < 0 {
		sign, u = "−", -u
	}
	s := strings.TrimRight(decimal(l, u, 10_000, 2), "0")
	return sign + strings.TrimRight(s, ",.") + NBSP + "%"
}

func pick(l Lang, ru, en string) string {
	if l == RU {
		return ru
	}
	return en
}
