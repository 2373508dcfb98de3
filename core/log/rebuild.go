package log

import (
	"slices"

	"highwater/core/errcode"
	"highwater/core/record"
)

// latestSnapshot is the newest snapshot file, -1 if there is none.
func (l *Log) latestSnapshot() int64 {
	if n := len(l.Snapshots); n > 0 {
		return l.Snapshots[n-1].Offset
	}
	return -1
}

// rebuildProducers brings the producer state to an offset: from the newest snapshot at or below
// it and the batches that follow (UnifiedLog.rebuildProducerState). What compaction removed
// cannot come back, so the result can differ from what was in memory. clean says that the log was
// shut down cleanly; then a directory without any snapshot is believed to have no producers.
func (l *Log) rebuildProducers(start, end, now int64, clean bool) error {
	s := &l.Producers
	marks := l.snapshotMarks(end)
	if l.latestSnapshot() < 0 && clean {
		for _, offset := range marks {
			s.MapEnd = offset
			l.takeSnapshot()
		}
		return nil
	}
	wasEmpty := s.empty() && s.MapEnd >= end
	l.truncateAndReload(start, end, now)
	if end > s.MapEnd && !wasEmpty {
		if err := l.replay(start, end, marks); err != nil {
			return err
		}
	}
	s.MapEnd = end
	l.takeSnapshot()
	return nil
}

// snapshotMarks are the offsets at which a rebuild takes snapshots: the last two bases, the end.
func (l *Log) snapshotMarks(end int64) []int64 {
	var marks []int64
	for i := max(len(l.Segments)-2, 0); i < len(l.Segments); i++ {
		marks = append(marks, l.Segments[i].BaseOffset)
	}
	return append(marks, end)
}

// truncateAndReload drops the snapshots outside the log and, unless the state ends where it
// should, loads the newest of the others (ProducerStateManager.truncateAndReload).
func (l *Log) truncateAndReload(start, end, now int64) {
	l.Snapshots = slices.DeleteFunc(l.Snapshots, func(s Snapshot) bool {
		return s.Offset > end || s.Offset <= start
	})
	s := &l.Producers
	if end != s.MapEnd {
		s.clear()
		l.loadSnapshot(start, now)
		return
	}
	s.forgetReplicated(start)
	s.MapEnd = max(s.MapEnd, start)
	s.SnapEnd = start
	if latest := l.latestSnapshot(); latest >= 0 {
		s.SnapEnd = latest
	}
}

// loadSnapshot loads the newest snapshot that can be read; damaged ones are deleted. Producers
// that have expired meanwhile stay out.
func (l *Log) loadSnapshot(start, now int64) {
	s := &l.Producers
	for len(l.Snapshots) > 0 {
		snap := l.Snapshots[len(l.Snapshots)-1]
		producers, err := snap.Producers()
		if err != nil {
			l.noteSnapshot(err)
			l.removeSnapshot(snap.Offset)
			continue
		}
		s.load(slices.DeleteFunc(producers, func(p Producer) bool {
			return p.Expired(now, l.Config.ProducerIDExpirationMs)
		}))
		s.SnapEnd, s.MapEnd = snap.Offset, snap.Offset
		return
	}
	s.SnapEnd, s.MapEnd = start, start
}

// replay takes the batches from the end of the state to an offset, segment by segment.
func (l *Log) replay(start, end int64, marks []int64) error {
	s := &l.Producers
	last := l.SegmentIndex(end)
	for i := max(l.SegmentIndex(s.MapEnd), 0); i < len(l.Segments); i++ {
		seg := &l.Segments[i]
		if seg.BaseOffset >= end {
			break
		}
		from := max(seg.BaseOffset, s.MapEnd, start)
		s.MapEnd = from
		if slices.Contains(marks, seg.BaseOffset) {
			l.takeSnapshot()
		}
		upTo := len(seg.Batches)
		if i == last {
			upTo = seg.Find(end)
		}
		seg.Indexed = true
		if first := seg.Find(from); first < upTo {
			if err := l.replayBatches(seg, first, upTo); err != nil {
				return err
			}
		}
	}
	return nil
}

// replayBatches takes batches of one segment. As when a response is appended, producers change
// after the last batch, and the transactions that ended are completed then.
func (l *Log) replayBatches(seg *Segment, first, upTo int) error {
	var infos appendInfos
	var done []CompletedTxn
	for i := first; i < upTo; i++ {
		b := &seg.Batches[i]
		if !b.HasProducerID() {
			continue
		}
		c, ended, v := infos.of(l, b.ProducerID).append(b, 0, false)
		if v.refused() {
			return replayError(seg, i, v)
		}
		if ended {
			done = append(done, c)
		}
	}
	infos.update(&l.Producers)
	if !l.Producers.completeAll(done) {
		return loadError(ErrorIllegalArgument, logName(seg.BaseOffset), 0,
			"Attempted to complete a transaction which was not started")
	}
	return nil
}

// replayError is the exception that ends the load of a log when a batch contradicts the state.
func replayError(seg *Segment, batch int, v verdict) error {
	class := ErrorIllegalArgument
	text := v.text
	switch v.code {
	case errcode.InvalidTxnState:
		class = ErrorInvalidTxnState
		text = "Expected transactional write from producer"
	case errcode.UnknownServerError:
		if v.kind != nil {
			class, text = classOf(v.kind), v.kind.Text
		}
	}
	return loadError(class, logName(seg.BaseOffset), int64(seg.positionOf(batch)), text)
}

// classOf maps the damage of a batch to the class of the exception.
func classOf(e *record.Error) ErrorClass {
	switch e.Kind {
	case record.CorruptRecord, record.Incomplete:
		return ErrorCorruptRecord
	case record.InvalidRecord:
		return ErrorInvalidRecord
	case record.IllegalArgument:
		return ErrorIllegalArgument
	}
	return ErrorKafka
}
