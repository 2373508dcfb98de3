package casefile

import (
	"fmt"
	"sort"

	"highwater/core/errcode"
	"highwater/core/log"
	"highwater/core/record"
)

// readMax is the size of one response; logs of cases are smaller.
const readMax = 1 << 30

// Read lists what a consumer gets from the log start, and the position at which it then stands.
func Read(l *log.Log, committed bool) []string {
	isolation := log.ReadUncommitted
	if committed {
		isolation = log.ReadCommitted
	}
	var out []string
	position := l.LogStart
	for {
		res := l.Fetch(position, isolation, readMax)
		if res.Code != errcode.None {
			return append(out, fmt.Sprintf("error %s", res.Code))
		}
		lines, next, err := consume(&res, position, committed)
		out = append(out, lines...)
		if err != nil {
			return append(out, "error "+plainError(err))
		}
		if next <= position {
			return append(out, fmt.Sprintf("position=%d", position))
		}
		position = next
	}
}

// consume lists the records of one response, as the consumer's CompletedFetch does: control
// batches are never delivered, and a committed reader skips the batches of producers that are
// inside an aborted transaction. It trusts the list of the response and takes an ABORT marker
// only as the end of what to skip.
func consume(res *log.FetchResult, position int64, committed bool) ([]string, int64, error) {
	var out []string
	aborted := append([]log.AbortedTxn(nil), res.Aborted...)
	sort.SliceStable(aborted, func(i, j int) bool {
		return aborted[i].FirstOffset < aborted[j].FirstOffset
	})
	inside := map[int64]bool{}
	for i := range res.Batches {
		b := &res.Batches[i]
		skip := b.Control()
		if committed && b.HasProducerID() {
			for len(aborted) > 0 && aborted[0].FirstOffset <= b.LastOffset() {
				inside[aborted[0].ProducerID] = true
				aborted = aborted[1:]
			}
			abort, err := isAbort(b)
			switch {
			case err != nil:
				return out, position, err
			case abort:
				delete(inside, b.ProducerID)
			case b.Transactional() && inside[b.ProducerID]:
				skip = true
			}
		}
		if !skip {
			lines, err := delivered(b, position)
			out = append(out, lines...)
			if err != nil {
				return out, position, err
			}
		}
		position = b.NextOffset()
	}
	return out, position, nil
}

func isAbort(b *record.Batch) (bool, error) {
	if !b.Control() {
		return false, nil
	}
	c, err := record.ParseControl(*b)
	return c.Type == record.ControlAbort, err
}

// delivered lists the records of a batch from the position on.
func delivered(b *record.Batch, position int64) ([]string, error) {
	var out []string
	err := b.Walk(nil, func(r *record.Record) error {
		if r.Offset >= position {
			out = append(out, string(AppendRecord(fmt.Appendf(nil, "%d:", r.Offset), r)))
		}
		return nil
	})
	return out, err
}
