package main

import (
	"fmt"
	"io"
	"strings"

	"highwater/core/casefile"
	"highwater/core/cleaner"
	"highwater/core/inspect"
	"highwater/core/log"
	"highwater/core/record"
	"highwater/core/why"
	"highwater/viz/i18n"
)

// recordWidth is how much of a record is shown.
const recordWidth = 60

// printer writes what a pass decides, in words.
type printer struct {
	out   io.Writer
	texts *i18n.Texts
	l     *log.Log
	// segment is the source segment whose batches are being listed, -1 before the first.
	segment int64
	listed  bool
	// damaged says that bytes were cut off, dropped or overlooked when the directory was opened.
	damaged bool
	scratch record.Scratch
	// err is the first error in writing.
	err error
}

func (p *printer) line(format string, args ...any) {
	if _, err := fmt.Fprintf(p.out, format+"\n", args...); err != nil && p.err == nil {
		p.err = err
	}
}

// say puts a reason into words.
func (p *printer) say(w why.Why, a, b int64) string {
	if text := horizon(w, a); text != "" {
		return text
	}
	text := p.texts.Say(i18n.EN, "why."+w.Key(), "a", a, "b", b)
	return strings.NewReplacer("`", "", "*", "").Replace(text)
}

// horizon tells a delete horizon by the calendar. The texts of the lessons count from the beginning
// of a story, which a real log does not have.
func horizon(w why.Why, ms int64) string {
	at := inspect.Clock(ms) + " UTC"
	switch w {
	case why.TombstoneGetsHorizon:
		return "The tombstone stays and gets its delete horizon, " + at + "."
	case why.TombstoneWaits:
		return "The tombstone waits for its delete horizon, " + at + "."
	case why.TombstoneExpired:
		return "The tombstone's delete horizon, " + at + ", is over."
	case why.MarkerGetsHorizon:
		return "The transaction has no records left, and the marker gets its delete horizon, " +
			at + "."
	case why.MarkerWaits:
		return "The marker waits for its delete horizon, " + at + "."
	case why.MarkerExpired:
		return "The marker's delete horizon, " + at + ", is over."
	case why.BatchGetsHorizon:
		return "Every record stays, but the batch is written anew with its delete horizon, " + at +
			"."
	}
	return ""
}

// notesMax is how many files are told about one by one.
const notesMax = 20

// loaded says what opening the directory did to it.
func (p *printer) loaded(r *log.LoadReport) {
	for i, n := range r.Notes {
		switch n.Why {
		case why.FileCutAtBadBatch, why.FileCutToBase, why.FileAfterCut, why.FileBelowStart,
			why.FileIgnoredTail, why.FileSnapshotCorrupt, why.FileTxnIndexCorrupt:
			p.damaged = true
		}
		if i >= notesMax {
			continue
		}
		p.line("%s: %s", n.File, p.say(n.Why, n.A, n.B))
		if n.Text != "" {
			p.line("  %s", n.Text)
		}
	}
	if more := len(r.Notes) - notesMax; more > 0 {
		p.line("%d more files are told nothing of", more)
	}
}

// before says how far the log can be cleaned, and whether a broker would do it now.
func (p *printer) before(c cleaner.Choice) {
	p.line("%s: %d segments, %d bytes, offsets %d..%d, high watermark %d, last stable offset %d",
		p.l.Name, len(p.l.Segments), p.l.SizeInBytes(), p.l.LogStart, p.l.EndOffset-1, p.l.HW,
		p.l.LastStableOffset())
	p.line("dirty from %d, cleanable up to %d: %d clean and %d dirty bytes",
		c.FirstDirty, c.FirstUncleanable, c.CleanBytes, c.CleanableBytes)
	if c.Reset != why.None {
		p.line("  %s", p.say(c.Reset, c.Checkpoint, c.FirstDirty))
	}
	verdict := "the broker would clean it now"
	if !c.Eligible {
		verdict = "the broker would not clean it now"
	}
	p.line("  %s: %s", verdict, p.say(c.Why, c.A, c.B))
}

// batch lists one batch and its records.
func (p *printer) batch(b *record.Batch, v *cleaner.BatchVerdict) {
	if !p.listed || v.Segment != p.segment {
		p.listed, p.segment = true, v.Segment
		p.line("segment %d", v.Segment)
	}
	p.line("  %d..%d %s %d -> %d bytes: %s", b.BaseOffset, b.LastOffset(), v.Action, v.Size,
		v.NewSize, p.say(v.Why, v.A, v.B))
	if v.HasHorizon {
		early := ""
		if v.HorizonEarly {
			early = ", too early: it was not examined in this pass"
		}
		p.line("    delete horizon %d%s", v.Horizon, early)
	}
	i := 0
	err := b.Walk(&p.scratch, func(r *record.Record) error {
		if i < len(v.Records) {
			word := "drop"
			if v.Records[i].Keep {
				word = "keep"
			}
			p.line("    %d %s %s: %s", r.Offset, word, shown(b, r),
				p.say(v.Records[i].Why, v.Records[i].A, v.Records[i].B))
		}
		i++
		return nil
	})
	if err != nil {
		p.line("    %v", err)
	}
}

// shown is the beginning of a record in one line.
func shown(b *record.Batch, r *record.Record) string {
	if b.Control() {
		if c, err := record.ParseControlRecord(r); err == nil {
			return c.Type.String()
		}
	}
	short := *r
	short.Key, short.Value = clip(r.Key), clip(r.Value)
	text := casefile.AppendRecord(nil, &short)
	if len(text) > recordWidth {
		return string(text[:recordWidth]) + "..."
	}
	return string(text)
}

// clip cuts bytes that would not be shown anyway.
func clip(p []byte) []byte {
	if len(p) > 2*recordWidth {
		return p[:2*recordWidth]
	}
	return p
}

// after lists what stays as it is, and the totals.
func (p *printer) after(plan *cleaner.Plan) {
	for _, u := range plan.Untouched {
		p.line("segment %d stays as it is (%d bytes): %s", u.Base, u.Size, p.say(u.Why, u.A, u.B))
	}
	if d := plan.Death; d != nil {
		p.line("the pass dies in segment %d at offset %d: %s", d.Segment, d.Offset,
			p.say(d.Why, d.A, d.B))
		if d.Text != "" {
			p.line("  %s", d.Text)
		}
	}
	s := &plan.Stats
	if plan.MapBytes > 0 {
		p.line("offset map: %d keys of %d, %d bytes, covers up to offset %d",
			s.Keys, plan.Usable, plan.MapBytes, plan.LatestOffset)
	}
	p.line("before: %d segments, %d batches, %d records, %d bytes",
		s.SegmentsBefore, s.BatchesBefore, s.RecordsBefore, s.BytesBefore)
	p.line("after:  %d segments, %d batches (%d empty), %d records, %d bytes",
		s.SegmentsAfter, s.BatchesAfter, s.EmptyAfter, s.RecordsAfter, s.BytesAfter)
	p.line("next dirty offset: %d", plan.EndOffset)
}

// written says what was written, and what the checkpoint of the log dir would hold.
func (p *printer) written(dir string, r cleaner.Result) {
	p.line("written to %s", dir)
	topic, partition, ok := topicPartition(p.l.Name)
	if r.Checkpoint >= 0 && ok {
		p.line("cleaner-offset-checkpoint: %s %d %d", topic, partition, r.Checkpoint)
	}
}
