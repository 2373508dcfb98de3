package world

import (
	"fmt"
	"strings"

	"highwater/core/errcode"
	"highwater/core/why"
)

// Lines prints events one a line, in the way traces and golden files show them. Runs of appended
// batches and of removed records are printed as one line with their number.
func (w *World) Lines(events []Event) []string {
	var out []string
	for i := 0; i < len(events); {
		n := run(events[i:])
		out = append(out, w.line(events[i:i+n]))
		i += n
	}
	return out
}

// run returns how many events from the first on are printed together.
func run(events []Event) int {
	n := 1
	for n < len(events) && follows(events[n-1], events[n]) {
		n++
	}
	return n
}

func follows(a, b Event) bool {
	if a.Kind != b.Kind || a.Node != b.Node || a.Topic != b.Topic || a.Part != b.Part ||
		a.Why != b.Why || a.Code != b.Code {
		return false
	}
	switch a.Kind {
	case Appended:
		return b.From == a.To+1 && b.C == a.C && a.Peer == b.Peer
	case RecordRemoved, HorizonSet:
		return true
	default:
		return false
	}
}

func (w *World) line(run []Event) string {
	e, last := run[0], run[len(run)-1]
	var b strings.Builder
	if e.Node != 0 {
		b.WriteString(w.Name(e.Node) + " ")
	}
	if e.Topic >= 0 {
		b.WriteString(w.PartName(e.Topic, e.Part) + " ")
	}
	b.WriteString(e.Kind.String())
	if e.Kind == Appended && len(run) > 1 {
		fmt.Fprintf(&b, " %s %d batches %d B", offsets(e.From, last.To), len(run), sum(run))
	} else if e.Kind == RecordRemoved && len(run) > 1 {
		fmt.Fprintf(&b, " %d records %s", len(run), list(run))
	} else if e.Kind == HorizonSet && len(run) > 1 {
		fmt.Fprintf(&b, " %d batches %s until %s", len(run), list(run), FromMS(e.A))
	} else if d := w.detail(e); d != "" {
		b.WriteString(" " + d)
	}
	if e.Code != errcode.None {
		b.WriteString(" " + e.Code.String())
	}
	if e.Why != why.None && e.Kind != Appended {
		b.WriteString(" " + e.Why.String())
		if n := w.numbers(e); n != "" && len(run) == 1 {
			b.WriteString(" " + n)
		}
	}
	return b.String()
}

func offsets(from, to int64) string {
	if from == to {
		return itoa(from)
	}
	return itoa(from) + ".." + itoa(to)
}

func sum(run []Event) int64 {
	var n int64
	for _, e := range run {
		n += e.A
	}
	return n
}

// list prints the offsets of a run, with .. for neighbours, and … after twelve of them.
func list(run []Event) string {
	var b strings.Builder
	for i, n := 0, 0; i < len(run); n++ {
		j := i
		for j+1 < len(run) && run[j+1].From == run[j].From+1 {
			j++
		}
		if i > 0 {
			b.WriteByte(',')
		}
		if n == 12 {
			b.WriteString("…")
			break
		}
		b.WriteString(offsets(run[i].From, run[j].From))
		i = j + 1
	}
	return b.String()
}

// detail prints what From, To, A, B and C of an event hold.
func (w *World) detail(e Event) string {
	switch e.Kind {
	case Appended, Duplicate, SegmentRemoved, FileGone, Rolled, LogStartMoved, HighWatermarkMoved,
		LastStableMoved, Truncated, Fetched, Refused:
		return storageDetail(e)
	case CleanStarted, MapBuilt, RecordRemoved, RecordKept, HorizonSet, BatchEmptied, GroupSwapped,
		CleanDone:
		return cleanerDetail(e)
	case Sent, Arrived, Lost, Connected, Disconnected, Faulted:
		return w.networkDetail(e)
	case ConfigSet:
		if s := w.Topics[e.Topic].Settings; e.A >= 0 && e.A < int64(len(s)) {
			return s[e.A].Key + "=" + s[e.A].Value
		}
		return ""
	case ClusterMade:
		return fmt.Sprintf("brokers=%d", e.A)
	case ProducerExpired:
		return fmt.Sprintf("pid=%d idle=%s limit=%s", e.A, Span(e.B)*Millisecond,
			Span(e.C)*Millisecond)
	case TopicMade:
		return fmt.Sprintf("partitions=%d replicas=%d", e.A, e.B)
	case Waited:
		return fmt.Sprintf("%s now %s", Span(e.To-e.From), Time(e.To))
	case BrokerDown, BrokerUp:
		return fmt.Sprintf("mode=%d", e.A)
	case ConsumerRead:
		return fmt.Sprintf("%d..%d records=%d keys=%d tombstones=%d", e.From, e.To, e.A, e.B, e.C)
	case OffsetsListed:
		return fmt.Sprintf("earliest=%d latest=%d", e.From, e.To)
	case LeaderChanged:
		return fmt.Sprintf("%s -> %s epoch=%d", NodeID(e.From), NodeID(e.To), e.A)
	case ISRChanged:
		return fmt.Sprintf("in-sync=%d", e.B)
	default:
		if e.Kind >= ClientAppended && e.Kind <= SendDone {
			return w.clientDetail(e)
		}
		return ""
	}
}

func storageDetail(e Event) string {
	switch e.Kind {
	case Appended:
		return fmt.Sprintf("%s %d B", offsets(e.From, e.To), e.A)
	case Duplicate:
		return fmt.Sprintf("of %s seq=%s", offsets(e.From, e.To), offsets(e.A, e.B))
	case SegmentRemoved:
		return fmt.Sprintf("%020d %s %d B", e.From, offsets(e.From, e.To), e.D)
	case FileGone:
		return fmt.Sprintf("%020d.log.deleted %d B", e.From, e.A)
	case Rolled:
		return fmt.Sprintf("%020d after %d B", e.From, e.D)
	case Fetched:
		return fmt.Sprintf("%s %d B", offsets(e.From, e.To), e.A)
	case Refused:
		if e.C <= 0 {
			return ""
		}
		return fmt.Sprintf("pid=%d epoch=%d seq=%s", e.C, e.D, offsets(e.From, e.To))
	default:
		return fmt.Sprintf("%d -> %d", e.From, e.To)
	}
}

func cleanerDetail(e Event) string {
	switch e.Kind {
	case CleanStarted:
		return fmt.Sprintf("dirty from %d up to %d, clean %d B, cleanable %d B, ratio %d.%06d",
			e.From, e.To, e.A, e.B, e.C/1_000_000, e.C%1_000_000)
	case MapBuilt:
		return fmt.Sprintf("%d..%d keys=%d of %d", e.From, e.To-1, e.A, e.B)
	case RecordRemoved, RecordKept:
		return itoa(e.From)
	case HorizonSet:
		return fmt.Sprintf("%s until %s", offsets(e.From, e.To), FromMS(e.A))
	case BatchEmptied:
		return offsets(e.From, e.To)
	case GroupSwapped:
		return fmt.Sprintf("%s %d segments %d B -> %d B", offsets(e.From, e.To), e.C, e.A, e.B)
	default:
		return fmt.Sprintf("checkpoint %d -> %d, %d B -> %d B, removed %d", e.From, e.To, e.A, e.B,
			e.C)
	}
}

func (w *World) networkDetail(e Event) string {
	switch e.Kind {
	case Sent:
		return fmt.Sprintf("%s to %s due %s", w.message(e), w.Name(e.Peer), Time(e.C))
	case Arrived:
		return fmt.Sprintf("%s from %s", w.message(e), w.Name(e.Peer))
	case Lost:
		return w.message(e)
	case Faulted:
		return faultDetail(e)
	default:
		return fmt.Sprintf("%d %s", e.A, w.Name(e.Peer))
	}
}

func faultDetail(e Event) string {
	switch {
	case e.Msg != 0 && e.Why == why.DelayedByCommand:
		return fmt.Sprintf("m%d %s", e.Msg, Span(e.A))
	case e.Msg != 0:
		return fmt.Sprintf("m%d", e.Msg)
	case e.Why == why.ConnStalled:
		return fmt.Sprintf("%s %s", e.Peer, Span(e.A))
	}
	return ""
}

// numbers prints A and B where they belong to the reason.
func (w *World) numbers(e Event) string {
	switch e.Kind {
	case Refused, ConfigRefused:
		return fmt.Sprintf("(%d, %d)", e.A, e.B)
	case Rolled, SegmentRemoved, RecordRemoved, RecordKept, CleanSkipped:
		return fmt.Sprintf("(%d, %d, %d)", e.A, e.B, e.C)
	default:
		return ""
	}
}
