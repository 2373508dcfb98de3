package app

import (
	"fmt"

	"highwater/core/log"
	"highwater/core/record"
	"highwater/core/world"
	"highwater/viz/i18n"
)

// Status describes the moment in words, for the page and for screen readers.
func (s *Session) Status() Status {
	if s.fresh {
		return s.status
	}
	r := s.run
	n, still := s.step()
	lang := string(s.lang)
	st := Status{Version: s.version, Lang: lang, Theme: s.theme, Dark: s.dark(), Motion: s.motion,
		Reduced: s.reduced(), UI: s.form, ThemeName: s.themeName(), Panel: s.panel,
		Keys: s.keyList(), Lesson: r.lesson.ID, Part: s.part(r.lesson.Part),
		Title: r.lesson.Title.In(lang), Claim: plain(r.lesson.Claim.In(lang)),
		Lessons: s.lessonList(),
		Variant: r.variant, Variants: s.variantChoices(), Compare: s.beside != nil,
		Beside: s.besideChoice(),
		Stops:  s.stopList(), StopIndex: r.stopAt(s.beat), Step: n, Steps: r.tl.Len(),
		Beat: float64(s.beat), Beats: float64(r.plan.Total), Playing: s.playing || s.aim.on,
		Speed: float64(s.speed), Clock: s.clock(), Caption: s.caption(), Why: s.whys(),
		Question: s.question(), TryTitle: s.tryTitle(), Try: s.tryControls(),
		Transport: s.transport(), Speeds: s.speedControls(), Settings: s.toolControls(),
		Verbs:    s.verbControls(),
		Selected: s.selected(), Invariants: s.checks(), Fork: s.forkInfo(),
		CanUndo: r.before != nil, Console: s.console, Link: s.Link(), Alert: s.alert,
		Said: s.said, SaidID: s.saidID}
	if st.StopIndex >= 0 {
		st.Stop = r.stops[st.StopIndex].ID
	}
	if n > 0 {
		st.Caused = r.tl.Step(n).Cause.String()
	}
	st.ValueText = s.say("ui.step-text", "n", n, "of", r.tl.Len(), "text", plain(st.Caption))
	if len(st.Invariants) > 0 {
		st.Alert = st.Invariants[0].Text
	}
	if still && s.Idle() {
		st.Tables, st.Transcript = s.tables(s.nowWorld()), s.transcript(n)
		st.Description = s.describe(s.nowWorld())
	}
	s.status, s.fresh = st, true
	return st
}

// keyList is the table of keys in words; neighbours that do the same share a row.
func (s *Session) keyList() [][2]string {
	var out [][2]string
	for i := range keys {
		switch {
		case i == 0 || keys[i].text != keys[i-1].text:
			out = append(out, [2]string{keys[i].show, s.say(keys[i].text)})
		case keys[i].show != keys[i-1].show:
			out[len(out)-1][0] += " " + keys[i].show
		}
	}
	return out
}

func (s *Session) lessonList() []LessonItem {
	var out []LessonItem
	for _, l := range s.lessons {
		stops := 0
		for i := range l.Blocks {
			switch l.Blocks[i].Verb {
			case "say", "ask", "sandbox":
				stops++
			}
		}
		out = append(out, LessonItem{ID: l.ID, Part: s.part(l.Part),
			Title: l.Title.In(string(s.lang)),
			Stops: stops, Line: "lesson " + l.ID, Current: l == s.run.lesson})
	}
	return out
}

func (s *Session) stopList() []StopItem {
	r := s.run
	now := r.stopAt(s.beat)
	var out []StopItem
	for i, st := range r.stops {
		out = append(out, StopItem{ID: st.ID, Title: s.stopName(r, i), Step: st.Step,
			Beat: float64(r.stopBeat(i)), Line: "seek stop=" + st.ID, Passed: i <= now})
	}
	return out
}

// transcript tells every step so far and what is to come, each with the line that goes there. Of a
// long run it holds the neighbourhood.
func (s *Session) transcript(now int) []TranscriptItem {
	const around = 100
	r := s.run
	var out []TranscriptItem
	for n := max(1, now-around); n <= min(r.tl.Len(), now+around); n++ {
		out = append(out, TranscriptItem{Step: n, Text: plain(s.tell(r, n)),
			Line: "seek " + itoa(n), Link: s.linkTo(itoa(n)), Current: n == now})
	}
	return out
}

// rowsMax is how many records of a replica a table lists.
const rowsMax = 200

// tables are the states of the replicas.
func (s *Session) tables(w *world.World) []Table {
	out := s.netTables()
	for b := range w.Brokers {
		for r := range w.Brokers[b].Replicas {
			rep := &w.Brokers[b].Replicas[r]
			t := Table{Title: s.say("stage.broker", "n", int(w.Brokers[b].ID)) + " · " +
				w.PartName(rep.Topic, rep.Part),
				Columns: []string{s.say("table.offset"), s.say("table.kind"), s.say("table.key"),
					s.say("table.value"), s.say("table.batch")}}
			l := rep.Log
			t.Watermarks = [][2]string{{s.say("mark.start"), fmt.Sprint(l.LogStart)},
				{s.say("mark.lso"), fmt.Sprint(l.LastStableOffset())},
				{s.say("mark.hw"), fmt.Sprint(l.HW)}, {s.say("mark.leo"), fmt.Sprint(l.EndOffset)}}
			thing := w.PartName(rep.Topic, rep.Part) + "/" + w.Brokers[b].ID.String() + "/"
			s.rows(&t, l, thing)
			t.Files = s.files(l, thing)
			out = append(out, t)
		}
	}
	return out
}

// rows lists the records of a log from its beginning.
func (s *Session) rows(t *Table, l *log.Log, thing string) {
	left := int64(0)
	for i := range l.Segments {
		for j := range l.Segments[i].Batches {
			b := &l.Segments[i].Batches[j]
			if len(t.Rows) >= rowsMax {
				left += int64(b.Count)
				continue
			}
			s.batchRows(t, b, thing)
		}
	}
	if left > 0 {
		t.More = s.say("table.more", "n", left)
	}
}

func (s *Session) batchRows(t *Table, b *record.Batch, thing string) {
	size := i18n.Bytes(s.lang, int64(b.Size()))
	add := func(off int64, kind, key, value string) {
		line := fmt.Sprintf("%s%d", thing, off)
		t.Rows = append(t.Rows, Row{Cells: []string{fmt.Sprint(off), s.say(kind), key, value, size},
			Line: "select " + line, On: s.select_ == line})
	}
	if b.Control() {
		kind := "table.abort"
		if c, err := record.ParseControl(*b); err == nil && c.Type == record.ControlCommit {
			kind = "table.commit"
		}
		add(b.LastOffset(), kind, "", "")
		return
	}
	recs, err := b.Records()
	if err != nil || len(recs) == 0 {
		add(b.LastOffset(), "table.empty", "", "")
		return
	}
	for i := range recs {
		kind := "table.value-kind"
		if recs[i].Value == nil {
			kind = "table.tombstone"
		}
		value := text(recs[i].Value, 24)
		if len(recs[i].Value) > 60 {
			value = i18n.Bytes(s.lang, int64(len(recs[i].Value)))
		}
		add(recs[i].Offset, kind, text(recs[i].Key, 32), value)
	}
}

// files lists the partition's directory as ls -l would.
func (s *Session) files(l *log.Log, thing string) []FileRow {
	var out []FileRow
	add := func(name string, size int64, state string, base int64) {
		file := fmt.Sprintf("%s%d.log", thing, base)
		out = append(out, FileRow{Name: name, Size: i18n.Bytes(s.lang, size), State: state,
			Label: s.say("file." + state), Line: "select " + file, On: s.select_ == file})
	}
	for i := range l.Segments {
		seg := &l.Segments[i]
		state := "closed"
		if i == len(l.Segments)-1 {
			state = "active"
		}
		prefix := log.FilePrefix(seg.BaseOffset)
		add(prefix+".log", int64(seg.Size), state, seg.BaseOffset)
		add(prefix+".index", seg.IndexBytes(), state, seg.BaseOffset)
		add(prefix+".timeindex", seg.TimeIndexBytes(), state, seg.BaseOffset)
		if n := seg.TxnIndexBytes(); n > 0 {
			add(prefix+".txnindex", n, state, seg.BaseOffset)
		}
	}
	for _, d := range l.Doomed {
		add(d.Name, d.Size, "deleted", d.Base)
	}
	return out
}

// describe puts the picture into words.
func (s *Session) describe(w *world.World) string {
	out := ""
	for b := range w.Brokers {
		for r := range w.Brokers[b].Replicas {
			rep := &w.Brokers[b].Replicas[r]
			l := rep.Log
			if out != "" {
				out += " "
			}
			out += s.say("describe.replica", "broker", int(w.Brokers[b].ID), "part",
				w.PartName(rep.Topic, rep.Part), "n", len(l.Segments), "size", l.SizeInBytes(),
				"start", l.LogStart, "leo", l.EndOffset)
			if n := len(l.Doomed); n > 0 {
				out += " " + s.say("describe.doomed", "n", n)
			}
		}
	}
	if out == "" {
		return s.say("stage.empty")
	}
	return out
}
