package cleaner

import (
	"fmt"
	"strings"

	"highwater/core/log"
	"highwater/core/record"
)

// dump prints a log for a failed test.
func dump(l *log.Log) string {
	var w strings.Builder
	fmt.Fprintf(&w, "start=%d hw=%d lso=%d end=%d dirty=%d\n", l.LogStart, l.HW,
		l.LastStableOffset(), l.EndOffset, l.CleanerCheckpoint)
	for i := range l.Segments {
		s := &l.Segments[i]
		fmt.Fprintf(&w, "segment %d size=%d aborted=%v\n", s.BaseOffset, s.Size, s.TxnIndex)
		for _, b := range s.Batches {
			horizon, _ := b.DeleteHorizon()
			fmt.Fprintf(&w, "  %d..%d pid=%d epoch=%d txn=%v horizon=%d", b.BaseOffset,
				b.LastOffset(), b.ProducerID, b.ProducerEpoch, b.Transactional(), horizon)
			if b.Control() {
				c, _ := record.ParseControl(b)
				fmt.Fprintf(&w, " %v\n", c.Type)
				continue
			}
			recs, _ := b.Records()
			for _, r := range recs {
				fmt.Fprintf(&w, " %d:%s=%q", r.Offset, r.Key, r.Value)
			}
			w.WriteString("\n")
		}
	}
	return w.String()
}
