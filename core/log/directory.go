package log

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"highwater/core/record"
	"highwater/core/why"
)

// directory is the files of a partition directory while it is being loaded.
type directory struct {
	files  []File
	byName map[string]int
	report *LoadReport
}

// Load reads a partition directory as a starting broker does (LogLoader.load). The report says
// what happened to each file; the error is a *LoadError that names class, file and position.
// Data of the files is used, not copied: it must not change afterwards.
func Load(files []File, o LoadOptions) (*Log, LoadReport, error) {
	report := &LoadReport{}
	d := &directory{report: report}
	d.set(slices.Clone(files))
	l := &Log{report: report}
	err := d.load(l, o)
	l.report = nil
	if err != nil {
		return nil, *report, err
	}
	return l, *report, nil
}

func (d *directory) load(l *Log, o LoadOptions) error {
	if err := d.finishSwap(o.Config); err != nil {
		return err
	}
	if err := d.readCheckpoints(l); err != nil {
		return err
	}
	segments, err := d.segments(&o.Config)
	if err != nil {
		return err
	}
	return l.load(segments, o)
}

func (d *directory) set(files []File) {
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	d.files, d.byName = files, make(map[string]int, len(files))
	for i := range files {
		d.byName[files[i].Name] = i
	}
}

func (d *directory) get(name string) (File, bool) {
	i, ok := d.byName[name]
	if !ok {
		return File{}, false
	}
	return d.files[i], true
}

// remove drops the files for which a reason is given.
func (d *directory) remove(reason func(f *File) LoadNote) {
	var kept []File
	for i := range d.files {
		n := reason(&d.files[i])
		if n.Why == why.None {
			kept = append(kept, d.files[i])
			continue
		}
		n.File = d.files[i].Name
		d.report.note(n)
	}
	d.set(kept)
}

// offsetOf reads the offset in a file name, as LogFileUtils.offsetFromFileName does.
func offsetOf(name string) (int64, bool) {
	prefix, _, ok := strings.Cut(name, ".")
	if !ok {
		return 0, false
	}
	offset, err := strconv.ParseInt(prefix, 10, 64)
	return offset, err == nil && offset >= 0
}

// finishSwap removes what an interrupted cleaning left and completes a swap that had begun: one
// leftover .cleaned file rolls back every .swap at or above it (KAFKA-6264).
func (d *directory) finishSwap(c Config) error {
	lowest := int64(math.MaxInt64)
	for i := range d.files {
		name := d.files[i].Name
		if !strings.HasSuffix(name, SuffixCleaned) && !strings.HasSuffix(name, SuffixSwap) {
			continue
		}
		base, ok := offsetOf(name)
		if !ok {
			return badName(name)
		}
		if strings.HasSuffix(name, SuffixCleaned) {
			lowest = min(lowest, base)
		}
	}
	d.remove(func(f *File) LoadNote {
		base, _ := offsetOf(f.Name)
		switch {
		case strings.HasSuffix(f.Name, SuffixDeleted):
			return LoadNote{Why: why.FileDeletedLeft}
		case strings.HasSuffix(f.Name, SuffixCleaned):
			return LoadNote{Why: why.FileCleanedLeft}
		case strings.HasSuffix(f.Name, SuffixSwap) && base >= lowest:
			return LoadNote{Why: why.FileSwapRolledBack, A: base, B: lowest}
		}
		return LoadNote{}
	})
	lo, hi, err := d.swapRange()
	if err != nil {
		return err
	}
	d.remove(func(f *File) LoadNote {
		base, ok := offsetOf(f.Name)
		if ok && !strings.HasSuffix(f.Name, SuffixSwap) && base >= lo && base < hi {
			return LoadNote{Why: why.FileSwapReplaced, A: lo, B: hi}
		}
		return LoadNote{}
	})
	for i := range d.files {
		if name, ok := strings.CutSuffix(d.files[i].Name, SuffixSwap); ok {
			d.report.note(LoadNote{File: d.files[i].Name, Why: why.FileSwapFinished})
			d.files[i].Name = name
		}
	}
	d.set(d.files)
	return nil
}

// swapRange is the offset range that the complete .log.swap files cover.
func (d *directory) swapRange() (lo, hi int64, err error) {
	lo, hi = math.MaxInt64, math.MinInt64
	for i := range d.files {
		name, ok := strings.CutSuffix(d.files[i].Name, suffixLog+SuffixSwap)
		if !ok {
			continue
		}
		base, ok := offsetOf(name + ".")
		if !ok {
			return 0, 0, badName(d.files[i].Name)
		}
		s := parseSegment(base, d.files[i])
		if f, ok := d.get(indexName(base) + SuffixSwap); ok {
			s.parseIndex(f.Data)
		}
		next, err := s.nextOffset()
		if err != nil {
			return 0, 0, err
		}
		lo, hi = min(lo, base), max(hi, next)
	}
	return lo, hi, nil
}

// readCheckpoints reads the files that are not part of a segment.
func (d *directory) readCheckpoints(l *Log) error {
	for i := range d.files {
		f := &d.files[i]
		var err error
		switch {
		case f.Name == EpochCheckpointFile:
			l.Epochs, err = parseEpochs(f.Data)
		case f.Name == PartitionMetadataFile:
			l.TopicID, err = parseMetadata(f.Data)
		case strings.HasSuffix(f.Name, suffixSnapshot):
			offset, ok := offsetOf(f.Name)
			if !ok {
				return badName(f.Name)
			}
			if f.Name == snapshotName(offset) {
				l.Snapshots = append(l.Snapshots, Snapshot{Offset: offset, Data: f.Data})
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func badName(name string) error {
	return loadError(ErrorIllegalArgument, name, 0,
		"NumberFormatException: the name does not begin with an offset")
}

// segments reads every `.log` file with its indexes. Index files without a log go.
func (d *directory) segments(c *Config) ([]Segment, error) {
	var segments []Segment
	for i := range d.files {
		f := d.files[i]
		switch {
		case strings.HasSuffix(f.Name, suffixIndex), strings.HasSuffix(f.Name, suffixTimeIndex),
			strings.HasSuffix(f.Name, suffixTxnIndex):
			offset, ok := offsetOf(f.Name)
			if !ok {
				return nil, badName(f.Name)
			}
			if _, ok := d.get(logName(offset)); !ok {
				d.report.note(LoadNote{File: f.Name, Why: why.FileIndexOrphan})
			}
		case strings.HasSuffix(f.Name, suffixLog):
			base, ok := offsetOf(f.Name)
			if !ok {
				return nil, badName(f.Name)
			}
			if f.Name != logName(base) {
				d.report.note(LoadNote{File: f.Name, Why: why.FileUnknown})
				continue
			}
			if int64(len(f.Data)) > math.MaxInt32 {
				return nil, loadError(ErrorKafka, f.Name, math.MaxInt32, fmt.Sprintf(
					"The size of segment %s (%d) is larger than the maximum allowed segment "+
						"size of %d", f.Name, len(f.Data), math.MaxInt32))
			}
			s, err := d.segment(base, f)
			if err != nil {
				return nil, err
			}
			segments = append(segments, s)
		case f.Name != EpochCheckpointFile && f.Name != PartitionMetadataFile &&
			!strings.HasSuffix(f.Name, suffixSnapshot):
			d.report.note(LoadNote{File: f.Name, Why: why.FileUnknown})
		}
	}
	return segments, nil
}

// segment reads one segment.
func (d *directory) segment(base int64, f File) (Segment, error) {
	s := parseSegment(base, f)
	index, ok := d.get(indexName(base))
	if s.Indexed = ok; ok {
		s.parseIndex(index.Data)
	}
	if timeIndex, ok := d.get(timeIndexName(base)); ok {
		s.parseTimeIndex(timeIndex.Data)
	}
	if txnIndex, ok := d.get(txnIndexName(base)); ok {
		if err := s.parseTxnIndex(txnIndex.Data); err != nil {
			return Segment{}, err
		}
	}
	return s, nil
}

// parseSegment takes the batches off a `.log` file; what follows the last whole one is the tail.
func parseSegment(base int64, f File) Segment {
	s := NewSegment(base, "", f.Modified)
	n := countBatches(f.Data)
	s.Batches, s.Positions = make([]record.Batch, 0, n), make([]int32, 0, n)
	rest := f.Data
	for len(rest) > record.MagicEnd {
		b, err := record.Parse(rest)
		if err != nil {
			break
		}
		s.push(&b)
		rest = rest[b.Size():]
	}
	s.Tail = rest
	s.Size = int32(len(f.Data))
	if len(s.Tail) == 0 {
		s.Tail = nil
	}
	return s
}

// countBatches counts the batches by their lengths alone, so that the slices of a segment are
// allocated once and for what is there, not for what a file declares.
func countBatches(p []byte) int {
	n := 0
	for len(p) > record.MagicEnd {
		h, err := record.ParseHeader(p)
		if err != nil || h.Size() > len(p) {
			break
		}
		p = p[h.Size():]
		n++
	}
	return n
}

// parseIndex believes the whole file, as Kafka does (AbstractIndex).
func (s *Segment) parseIndex(p []byte) {
	s.Index = make([]IndexEntry, 0, len(p)/indexEntrySize)
	for ; len(p) >= indexEntrySize; p = p[indexEntrySize:] {
		s.Index = append(s.Index, IndexEntry{
			Offset:   s.BaseOffset + int64(int32(binary.BigEndian.Uint32(p))),
			Position: int32(binary.BigEndian.Uint32(p[4:])),
		})
	}
}

func (s *Segment) parseTimeIndex(p []byte) {
	s.TimeIndex = make([]TimeEntry, 0, len(p)/timeEntrySize)
	for ; len(p) >= timeEntrySize; p = p[timeEntrySize:] {
		s.TimeIndex = append(s.TimeIndex, TimeEntry{
			Timestamp: int64(binary.BigEndian.Uint64(p)),
			Offset:    s.BaseOffset + int64(int32(binary.BigEndian.Uint32(p[8:]))),
		})
	}
}

func (s *Segment) parseTxnIndex(p []byte) error {
	be := binary.BigEndian
	for at := 0; len(p)-at >= txnEntrySize; at += txnEntrySize {
		e := p[at:]
		if version := int16(be.Uint16(e)); version > 0 {
			return loadError(ErrorKafka, txnIndexName(s.BaseOffset), int64(at), fmt.Sprintf(
				"Unexpected aborted transaction version %d, current version is 0", version))
		}
		s.TxnIndex = append(s.TxnIndex, AbortedTxn{
			ProducerID: int64(be.Uint64(e[2:])), FirstOffset: int64(be.Uint64(e[10:])),
			LastOffset: int64(be.Uint64(e[18:])), LastStableOffset: int64(be.Uint64(e[26:])),
		})
	}
	return nil
}
