package log

import (
	"errors"
	"slices"

	"highwater/core/record"
	"highwater/core/why"
)

// LoadOptions is what a broker knows about a directory besides its files.
type LoadOptions struct {
	// Name is the directory, TOPIC-PARTITION.
	Name   string
	Config Config
	// Clean says that .kafka_cleanshutdown was there.
	Clean bool
	// RecoveryPoint and LogStart are the entries of the two checkpoints, 0 without one.
	RecoveryPoint, LogStart int64
	// HW is the entry of replication-offset-checkpoint, -1 without one: then it is the log start.
	HW int64
	// CleanerCheckpoint is the entry of cleaner-offset-checkpoint, -1 without one.
	CleanerCheckpoint int64
	// Now is the broker's clock in ms.
	Now int64
	// JitterSeed starts the generator that draws the roll jitter.
	JitterSeed uint64
}

// LoadNote is one thing that loading did or noticed.
type LoadNote struct {
	File     string
	Position int64
	Why      why.Why
	// A and B are the numbers of the moment, by reason:
	//   FileSwapRolledBack  A base of the .swap, B lowest base of a .cleaned
	//   FileSwapReplaced    A lowest base, B next offset of the complete .swap files
	//   FileCutAtBadBatch   A bytes that went, B offset at which the log then ends
	//   FileCutToBase       A bytes that went, B base
	//   FileBelowStart      A end of the log, B log start offset
	//   FileIgnoredTail     A bytes that readers ignore
	A, B int64
	Text string
}

// LoadReport is everything that loading did.
type LoadReport struct {
	Notes []LoadNote
	// Recovered are the bases of the segments that were walked batch by batch.
	Recovered []int64
	// Deleted are files that were renamed to .deleted, by name.
	Deleted []string
	// Removed are the segments that went.
	Removed []Removal
}

func (r *LoadReport) note(n LoadNote) {
	if r != nil {
		r.Notes = append(r.Notes, n)
	}
}

// noteSnapshot notes a snapshot that could not be read.
func (l *Log) noteSnapshot(err error) {
	var e *LoadError
	if errors.As(err, &e) {
		l.report.note(LoadNote{File: e.File, Position: e.Position, Why: why.FileSnapshotCorrupt,
			Text: e.Text})
	}
}

// loading is the state of one load (LogLoader).
type loading struct {
	*Log
	o LoadOptions
	// splits bounds how often an overflowed segment is split.
	splits int
}

// load turns the segments of a directory into a running log. l holds what was read from the other
// files: snapshots and epochs.
func (l *Log) load(segments []Segment, o LoadOptions) error {
	a := &loading{Log: l, o: o, splits: len(segments) + 1}
	l.Config, l.Name, l.JitterSeed = o.Config, o.Name, o.JitterSeed
	l.CleanerCheckpoint, l.FirstUnstable = o.CleanerCheckpoint, -1
	if err := a.loadSegments(segments); err != nil {
		return err
	}
	end, err := a.recoverLog()
	if err != nil {
		return err
	}
	active := l.ActiveSegment()
	active.Indexed = true
	l.Epochs.TruncateFromEnd(end)
	start := max(o.LogStart, l.Segments[0].BaseOffset)
	l.Epochs.TruncateFromStart(o.LogStart)
	l.removeStraySnapshots()
	if err := l.rebuildProducers(start, end, o.Now, o.Clean); err != nil {
		return err
	}
	l.EndOffset, l.LogStart, l.HW, l.hwPlaced = end, start, start, false
	l.RecoveryPoint = max(l.RecoveryPoint, start)
	l.updateFirstUnstable()
	if o.HW >= 0 {
		l.SetHW(o.HW)
	}
	l.noteTails()
	slices.Sort(l.report.Deleted)
	return nil
}

// loadSegments opens the segments in order. One without an offset index, or with a transaction
// index that cannot be, is recovered at once.
func (a *loading) loadSegments(segments []Segment) error {
	for _, s := range segments {
		s.Created, s.BytesSinceIndex, s.IndexMax = a.o.Now, 0, 0
		s.configure(&a.o.Config)
		if a.o.Config.SegmentJitterMs > 0 {
			s.RollJitter = a.openSegment(s.BaseOffset, a.o.Now).RollJitter
		}
		w, name := why.None, indexName(s.BaseOffset)
		switch {
		case !s.Indexed:
			w = why.FileIndexMissing
		case !s.txnIndexSane():
			w, name = why.FileTxnIndexCorrupt, txnIndexName(s.BaseOffset)
		}
		if w != why.None {
			a.report.note(LoadNote{File: name, Why: w})
			if _, err := a.recoverSegment(&s); err != nil {
				return a.explain(err)
			}
		}
		s.loadMaxTimestamp()
		a.Segments = append(a.Segments, s)
	}
	return nil
}

// txnIndexSane is TransactionIndex.sanityCheck.
func (s *Segment) txnIndexSane() bool {
	return !slices.ContainsFunc(s.TxnIndex, func(t AbortedTxn) bool {
		return t.LastOffset < s.BaseOffset
	})
}

// loadMaxTimestamp takes the largest timestamp from the time index, where closing has put it.
func (s *Segment) loadMaxTimestamp() {
	s.MaxTimestamp, s.MaxTimestampOffset = record.NoTimestamp, s.BaseOffset
	if n := len(s.TimeIndex); n > 0 {
		last := s.TimeIndex[n-1]
		s.MaxTimestamp, s.MaxTimestampOffset = last.Timestamp, last.Offset
	}
}

// explain turns what recovery of one segment met into an error of the load.
func (a *loading) explain(err error) error {
	var over *overflowError
	if errors.As(err, &over) {
		return loadError(ErrorIllegalArgument, logName(over.base), int64(over.position),
			"Split operation is only permitted for segments with overflow, and the problem "+
				"path is "+logName(over.base))
	}
	return err
}

// removeStraySnapshots drops the snapshots that belong to no segment, except the newest one if it
// lies above all segments (ProducerStateManager.removeStraySnapshots).
func (l *Log) removeStraySnapshots() {
	newest := int64(-1)
	for _, s := range l.Snapshots {
		if !l.hasBase(s.Offset) {
			newest = s.Offset
		}
	}
	top := l.ActiveSegment().BaseOffset
	l.Snapshots = slices.DeleteFunc(l.Snapshots, func(s Snapshot) bool {
		stray := !l.hasBase(s.Offset) && (s.Offset != newest || newest < top)
		if stray {
			l.report.note(LoadNote{File: snapshotName(s.Offset), Why: why.FileSnapshotStray})
		}
		return stray
	})
}

func (l *Log) hasBase(base int64) bool {
	i := l.SegmentIndex(base)
	return i >= 0 && l.Segments[i].BaseOffset == base
}

// noteTails reports bytes that readers ignore.
func (l *Log) noteTails() {
	for i := range l.Segments {
		if s := &l.Segments[i]; len(s.Tail) > 0 {
			l.report.note(LoadNote{File: logName(s.BaseOffset), Why: why.FileIgnoredTail,
				Position: int64(s.Size) - int64(len(s.Tail)), A: int64(len(s.Tail))})
		}
	}
}

// Restart stops the broker and starts it again: after a clean shutdown everything is flushed and
// believed; after a crash, which loses no written byte here, every segment from the recovery point
// on is walked again.
func (l *Log) Restart(clean bool, recoveryPoint, now int64) (LoadReport, error) {
	if clean {
		l.flush()
		l.close()
		recoveryPoint = l.EndOffset
	}
	o := LoadOptions{Name: l.Name, Config: l.Config, Clean: clean, RecoveryPoint: recoveryPoint,
		HW: l.HW, CleanerCheckpoint: l.CleanerCheckpoint, Now: now, JitterSeed: l.JitterSeed}
	if l.LogStart > l.Segments[0].BaseOffset {
		o.LogStart = l.LogStart
	}
	return l.reload(o)
}

// flush writes everything out, as a broker does before it closes a log (LogManager.shutdown). That
// opens the index files of the active segment, so that they exist from then on.
func (l *Log) flush() { l.ActiveSegment().Indexed = true }

// close takes a snapshot at the end and forces the last time index entries (UnifiedLog.close).
func (l *Log) close() {
	l.takeSnapshot()
	for i := range l.Segments {
		l.Segments[i].addTimeEntry()
	}
	l.RecoveryPoint = l.EndOffset
}

// DropSnapshots deletes the producer snapshots at or above an offset after a clean stop and starts
// again without the marker of a clean shutdown, as an operator with a full disk once did.
func (l *Log) DropSnapshots(from, now int64) (LoadReport, error) {
	l.flush()
	l.close()
	l.Snapshots = slices.DeleteFunc(l.Snapshots, func(s Snapshot) bool {
		return s.Offset >= from
	})
	return l.Restart(false, l.EndOffset, now)
}

// reload loads the log from its own segments. If a swap was under way, the files decide.
func (l *Log) reload(o LoadOptions) (LoadReport, error) {
	if len(l.Staged) > 0 {
		fresh, report, err := Load(l.Files(), o)
		if err == nil {
			*l = *fresh
		}
		return report, err
	}
	fresh := &Log{TopicID: l.TopicID, Epochs: l.Epochs, Snapshots: slices.Clone(l.Snapshots),
		scratch: l.scratch, report: &LoadReport{}}
	segments := cloneSegments(l.Segments)
	err := fresh.load(segments, o)
	report := *fresh.report
	fresh.report = nil
	if err == nil {
		*l = *fresh
	}
	return report, err
}
