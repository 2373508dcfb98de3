package browser

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// forms are the sizes that the page must suit, and the form it takes there.
var forms = []struct {
	w, h  int
	scale float64
	touch bool
	form  string
}{
	{1440, 900, 1, false, "full"},
	{900, 600, 1, false, "full"},
	{3840, 2160, 1, false, "full"},
	{760, 460, 1, false, "figure"},
	{760, 1000, 1, false, "stack"},
	{390, 844, 3, true, "stack"},
	{320, 480, 2, true, "figure"},
	{844, 390, 3, true, "figure"},
}

// overlaps lists, in words, what is wrong with the boxes of the document: parts of the page that
// cover each other, text that is cut or too small, things to press that are too small for a
// finger or out of reach.
const overlaps = `(() => {
	const wrong = [];
	const name = (e) => e.id || e.className || e.tagName + " " + e.textContent.slice(0, 20);
	const seen = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
		e.getBoundingClientRect().width > 1 && !e.closest(".unseen, [aria-hidden=true], noscript");
	const page = document.scrollingElement;
	if (page.scrollWidth > innerWidth) wrong.push("the page scrolls sideways");
	const form = document.documentElement.dataset.form;
	if (form !== "stack" && page.scrollHeight > innerHeight) wrong.push("the page scrolls");

	const rect = (e) => e.getBoundingClientRect();
	const apart = (a, b) => a.right <= b.left + .5 || b.right <= a.left + .5 ||
		a.bottom <= b.top + .5 || b.bottom <= a.top + .5;
	const parts = ["head", "stage", "now", "side", "transport"].map((id) =>
		document.getElementById(id)).filter(seen);
	for (const a of parts) for (const b of parts) {
		const sticky = form === "stack" && (a.id === "transport" || b.id === "transport");
		if (a.id < b.id && !sticky && !apart(rect(a), rect(b))) {
			wrong.push(a.id + " covers " + b.id);
		}
	}
	for (const group of ["head", "buttons", "now", "transport"]) {
		const all = [...document.getElementById(group)
			.querySelectorAll("button, select, summary, h1, #place, #caption p, #track")]
			.filter(seen);
		for (const a of all) for (const b of all) {
			if (a !== b && !a.contains(b) && !b.contains(a) && !apart(rect(a), rect(b))) {
				wrong.push(name(a) + " covers " + name(b));
			}
		}
	}
	const touch = matchMedia("(pointer: coarse)").matches;
	const words = "button, select, summary, a, h1, h2, p, li, td, th";
	for (const e of document.querySelectorAll(words)) {
		if (!seen(e)) continue;
		const r = rect(e);
		if (e.textContent.trim() && parseFloat(getComputedStyle(e).fontSize) < 11) {
			wrong.push("small text: " + name(e));
		}
		if (r.left < -.5 || r.right > innerWidth + .5) wrong.push("out of sight: " + name(e));
		if (e.matches("button, h1, p") && e.scrollWidth > e.clientWidth + 1 &&
			getComputedStyle(e).display !== "inline") wrong.push("cut: " + name(e));
		if (touch && e.matches("#buttons button, #speed, #head button, #head > * > summary") &&
			(r.width < 43.5 && !e.closest(".crumbs") || r.height < 43.5 && !e.closest(".crumbs"))) {
			wrong.push("small for a finger: " + name(e) + " " + r.width + "x" + r.height);
		}
	}
	const stage = rect(document.getElementById("stage"));
	if (stage.height < 120) wrong.push("the stage is only " + stage.height + " high");
	return wrong;
})()`

// TestForms: at every size, at every stop of every lesson in the language with the longer words,
// and of some in the other, nothing covers anything, nothing is cut and everything can be reached.
func TestForms(t *testing.T) {
	for _, f := range forms {
		t.Run(fmt.Sprintf("%dx%d", f.w, f.h), func(t *testing.T) {
			p := newTab(t, setup{w: f.w, h: f.h, scale: f.scale, touch: f.touch})
			p.open(lesson + "#lesson=compaction&motion=none")
			require.Equal(t, f.form, eval[string](p, "document.documentElement.dataset.form"))
			for i, id := range eval[[]string](p, "highwater.last.lessons.map((l) => l.id)") {
				if f.w*f.h > 2e6 && i > 0 {
					continue // without a graphics card such a screen takes its time
				}
				p.lookAtStops(id, "ru")
				if i < 2 {
					p.lookAtStops(id, "en")
				}
			}
		})
	}
}

// lookAtStops checks the boxes at every stop of a lesson.
func (p *tab) lookAtStops(id, lang string) {
	p.t.Helper()
	p.say("lesson " + id)
	p.say("lang " + lang)
	p.await("the lesson", fmt.Sprintf(
		`highwater.last.lesson === %q && highwater.last.lang === %q`, id, lang))
	for _, stop := range eval[[]string](p, "highwater.last.stops.map((s) => s.id)") {
		p.say("seek stop=" + stop)
		p.await("the stop", fmt.Sprintf(
			`highwater.last.stop === %q && !highwater.last.playing`, stop))
		assert.Empty(p.t, eval[[]string](p, overlaps), "%s in %s at %s", id, lang, stop)
	}
}

// TestMorePanel: what the small form has no room for is behind one button, and Esc closes it.
func TestMorePanel(t *testing.T) {
	p := newTab(t, setup{w: 320, h: 480, scale: 2, touch: true}).open(lesson)
	hidden := `document.getElementById("side").checkVisibility()`
	require.False(t, eval[bool](p, hidden))
	p.click("#more")
	require.True(t, eval[bool](p, hidden))
	assert.Equal(t, "true", eval[string](p, `document.getElementById("more").ariaExpanded`))
	p.press("\x1b")
	require.False(t, eval[bool](p, hidden))
	assert.Equal(t, "more", p.focused())
}
