package theme

import "highwater/viz/draw"

// The tints of keys are the eight hues of Okabe and Ito, which people with any kind of colour
// vision tell apart, lightened (or darkened) for the fill; the edge is the same hue, moved away
// from its fill until words in it can be read. Order: green, purple, blue, orange, sky,
// vermillion, yellow, grey.

var light = Theme{
	Name:   "light",
	Paper:  draw.Hex(0xFBF7EC),
	Panel:  draw.Hex(0xF5EEDC),
	Card:   draw.Hex(0xFFFDF6),
	Line:   draw.Hex(0xCDBFA3),
	Wood:   draw.Hex(0x7A6446),
	Ink:    draw.Hex(0x2E2619),
	Mute:   draw.Hex(0x6B5C44),
	Pale:   draw.Hex(0xFFFDF6),
	Hatch:  draw.RGBA{R: 0x2E, G: 0x26, B: 0x19, A: 56},
	Shade:  draw.RGBA{R: 0x2E, G: 0x26, B: 0x19, A: 46},
	Focus:  draw.Hex(0x265C8F),
	Live:   Pair{draw.Hex(0xC9E4C5), draw.Hex(0x3B6440)},
	Gone:   Pair{draw.Hex(0xE8C9C0), draw.Hex(0x8F3D1D)},
	Flight: Pair{draw.Hex(0xD3E4F2), draw.Hex(0x265C8F)},
	Wait:   Pair{draw.Hex(0xFBEBD0), draw.Hex(0x8A5A0B)},
	State:  Pair{draw.Hex(0xE3DAF0), draw.Hex(0x6A4B98)},
	Plain:  Pair{draw.Hex(0xECE4D2), draw.Hex(0x6B5C44)},
	keys: [8]Pair{
		{draw.Hex(0xB2E0CF), draw.Hex(0x00654A)}, // green
		{draw.Hex(0xF0D5DE), draw.Hex(0x824D6A)}, // purple
		{draw.Hex(0xB2D3E2), draw.Hex(0x005788)}, // blue
		{draw.Hex(0xF8E1AC), draw.Hex(0x825900)}, // orange
		{draw.Hex(0xCCE7F2), draw.Hex(0x306683)}, // sky
		{draw.Hex(0xF2CDAC), draw.Hex(0x904000)}, // vermillion
		{draw.Hex(0xF8F2A5), draw.Hex(0x706B20)}, // yellow
		{draw.Hex(0xEEECE5), draw.Hex(0x37322B)}, // grey
	},
}

var dark = Theme{
	Name: "dark", Dark: true,
	Paper:  draw.Hex(0x1E1B16),
	Panel:  draw.Hex(0x25211A),
	Card:   draw.Hex(0x2A261F),
	Line:   draw.Hex(0x4A4335),
	Wood:   draw.Hex(0xB3A58C),
	Ink:    draw.Hex(0xF3EBDD),
	Mute:   draw.Hex(0xB3A58C),
	Pale:   draw.Hex(0x1E1B16),
	Hatch:  draw.RGBA{R: 0xF3, G: 0xEB, B: 0xDD, A: 51},
	Shade:  draw.RGBA{R: 0x00, G: 0x00, B: 0x00, A: 128},
	Focus:  draw.Hex(0x8FBFE8),
	Live:   Pair{draw.Hex(0x2F4A31), draw.Hex(0x8FCF94)},
	Gone:   Pair{draw.Hex(0x4E2A1E), draw.Hex(0xF0936B)},
	Flight: Pair{draw.Hex(0x22384B), draw.Hex(0x8FBFE8)},
	Wait:   Pair{draw.Hex(0x45361A), draw.Hex(0xE8B45E)},
	State:  Pair{draw.Hex(0x352B45), draw.Hex(0xC3ABE6)},
	Plain:  Pair{draw.Hex(0x3A342A), draw.Hex(0xC9BCA4)},
	keys: [8]Pair{
		{draw.Hex(0x1F4535), draw.Hex(0x62C3A9)}, // green
		{draw.Hex(0x543C42), draw.Hex(0xDCABC7)}, // purple
		{draw.Hex(0x1F3A45), draw.Hex(0x70B0D3)}, // blue
		{draw.Hex(0x5B4517), draw.Hex(0xEFB843)}, // orange
		{draw.Hex(0x354B54), draw.Hex(0x82C8EF)}, // sky
		{draw.Hex(0x563517), draw.Hex(0xE7A26C)}, // vermillion
		{draw.Hex(0x4E4825), draw.Hex(0xF0E442)}, // yellow
		{draw.Hex(0x3D3831), draw.Hex(0xEDE6DA)}, // grey
	},
}

var high = Theme{
	Name: "high", High: true,
	Paper:  draw.Hex(0xFFFFFF),
	Panel:  draw.Hex(0xFFFFFF),
	Card:   draw.Hex(0xFFFFFF),
	Line:   draw.Hex(0x000000),
	Wood:   draw.Hex(0x000000),
	Ink:    draw.Hex(0x000000),
	Mute:   draw.Hex(0x303030),
	Pale:   draw.Hex(0xFFFFFF),
	Hatch:  draw.RGBA{R: 0x00, G: 0x00, B: 0x00, A: 64},
	Shade:  draw.RGBA{R: 0x00, G: 0x00, B: 0x00, A: 0},
	Focus:  draw.Hex(0x0000C0),
	Live:   Pair{draw.Hex(0xFFFFFF), draw.Hex(0x0B5318)},
	Gone:   Pair{draw.Hex(0xFFFFFF), draw.Hex(0x8A1C00)},
	Flight: Pair{draw.Hex(0xFFFFFF), draw.Hex(0x003F87)},
	Wait:   Pair{draw.Hex(0xFFFFFF), draw.Hex(0x6B4200)},
	State:  Pair{draw.Hex(0xFFFFFF), draw.Hex(0x4B2A85)},
	Plain:  Pair{draw.Hex(0xFFFFFF), draw.Hex(0x303030)},
	keys: [8]Pair{
		{draw.Hex(0xFFFFFF), draw.Hex(0x006248)}, // green
		{draw.Hex(0xFFFFFF), draw.Hex(0x764761)}, // purple
		{draw.Hex(0xFFFFFF), draw.Hex(0x005A8C)}, // blue
		{draw.Hex(0xFFFFFF), draw.Hex(0x724F00)}, // orange
		{draw.Hex(0xFFFFFF), draw.Hex(0x2C5A73)}, // sky
		{draw.Hex(0xFFFFFF), draw.Hex(0x8C3E00)}, // vermillion
		{draw.Hex(0xFFFFFF), draw.Hex(0x5B5619)}, // yellow
		{draw.Hex(0xFFFFFF), draw.Hex(0x5A554E)}, // grey
	},
}

var night = Theme{
	Name: "night", Dark: true, High: true,
	Paper:  draw.Hex(0x000000),
	Panel:  draw.Hex(0x000000),
	Card:   draw.Hex(0x000000),
	Line:   draw.Hex(0xFFFFFF),
	Wood:   draw.Hex(0xFFFFFF),
	Ink:    draw.Hex(0xFFFFFF),
	Mute:   draw.Hex(0xD8D8D8),
	Pale:   draw.Hex(0x000000),
	Hatch:  draw.RGBA{R: 0xFF, G: 0xFF, B: 0xFF, A: 64},
	Shade:  draw.RGBA{R: 0x00, G: 0x00, B: 0x00, A: 0},
	Focus:  draw.Hex(0xFFFF00),
	Live:   Pair{draw.Hex(0x000000), draw.Hex(0x8CF09A)},
	Gone:   Pair{draw.Hex(0x000000), draw.Hex(0xFFA98A)},
	Flight: Pair{draw.Hex(0x000000), draw.Hex(0x9FD2FF)},
	Wait:   Pair{draw.Hex(0x000000), draw.Hex(0xFFCB6B)},
	State:  Pair{draw.Hex(0x000000), draw.Hex(0xD9C2FF)},
	Plain:  Pair{draw.Hex(0x000000), draw.Hex(0xD8D8D8)},
	keys: [8]Pair{
		{draw.Hex(0x000000), draw.Hex(0x24AD87)}, // green
		{draw.Hex(0x000000), draw.Hex(0xCF81AD)}, // purple
		{draw.Hex(0x000000), draw.Hex(0x53A0CC)}, // blue
		{draw.Hex(0x000000), draw.Hex(0xE69F00)}, // orange
		{draw.Hex(0x000000), draw.Hex(0x56B4E9)}, // sky
		{draw.Hex(0x000000), draw.Hex(0xDD8137)}, // vermillion
		{draw.Hex(0x000000), draw.Hex(0xF0E442)}, // yellow
		{draw.Hex(0x000000), draw.Hex(0xD0CABC)}, // grey
	},
}
