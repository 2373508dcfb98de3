package inspect

import (
	"highwater/core/log"
	"highwater/core/record"
)

// Options say how a directory is to be read.
type Options struct {
	// Config gives index.interval.bytes, by which recovery notices offsets that go backwards.
	Config log.Config
	// LogStart is the log start offset checkpoint, 0 if there is none.
	LogStart int64
	// Partial says that the files are not all of their directory.
	Partial bool
}

// Report is what is in a partition directory, or in one of its files.
type Report struct {
	Name     string
	Files    []FileInfo
	Segments []Segment
	// Staged are the .swap and .cleaned files that hold batches.
	Staged    []Segment
	Producers []Producer
	// MoreProducers counts batches of producers beyond those that are followed.
	MoreProducers int64
	Epochs        []log.EpochEntry
	Snapshots     []Snapshot
	TopicID       string
	// Holes is what is missing between batches.
	Holes Holes
	// Compacted says that something other than holes shows the work of the cleaner.
	Compacted bool
	Findings  []Finding
	// MoreFindings counts those beyond the first ones.
	MoreFindings int
	// Worst is the level of the worst finding.
	Worst Level
	// Clean and Crash say what loading gives after a clean shutdown and after a crash, with
	// Interval as index.interval.bytes.
	Clean, Crash Outcome
	Interval     int64
}

// Healthy tells that nothing is wrong: notes are allowed.
func (r *Report) Healthy() bool { return r.Worst == Note }

// FileInfo is one file of the directory.
type FileInfo struct {
	Name string
	Kind Kind
	Size int64
}

// Holes counts offsets that no batch covers.
type Holes struct {
	Places, Offsets int64
	// First is the first hole, From..To.
	From, To int64
}

// CodecStat is what the batches of one codec amount to.
type CodecStat struct {
	Batches, Records, Stored, Decoded int64
}

// Segment is what one .log holds.
type Segment struct {
	File string
	Base int64
	Size int64
	// Good is the number of batches before the first damage, Stop the position of the damage
	// or of the end, Result what a reader gets there.
	Good   int64
	Stop   int64
	Result string
	// Beyond counts whole batches behind the first damage, Walked all that a reader can step over.
	Beyond, Walked int64
	// First and Last are the offsets of the whole batches, -1 if there is none.
	First, Last                       int64
	Batches, Records                  int64
	Codecs                            [record.Zstd + 1]CodecStat
	Control, Transactional, Empty     int64
	Horizons, Legacy, Unread          int64
	MinTimestamp, MaxTimestamp        int64
	IndexEntries, TimeEntries         int64
	TxnEntries                        int64
	HasIndex, HasTimeIndex, HasTxnIdx bool
	// next is the offset after the last whole batch, the base if there is none.
	next int64
	// lastNext is the offset after the last batch whatever it holds; reached says that reading
	// from the last index entry comes to it.
	lastNext int64
	reached  bool
	// loadFails is an exception that ends every load of the segment.
	loadFails string
	// recovery is what LogSegment.recover would do.
	recovery recovery
	// sizeError is set when a length stops every reader, also one that checks nothing.
	sizeError *record.Error
}

// Snapshot is one producer snapshot file.
type Snapshot struct {
	File      string
	Offset    int64
	Producers int
	Bad       bool
}

// Outcome is what loading the directory gives.
type Outcome struct {
	// Fails is set when the log cannot be loaded at all.
	Fails string
	// End is the log end offset afterwards.
	End int64
	// Cuts are where recovery cuts.
	Cuts []Cut
	// Deleted are the later segments that go with the last cut.
	Deleted []string
	// Lost is the number of offsets between the new end and the old one.
	Lost int64
	// Split is a segment that is split because its offsets seem to overflow.
	Split string
	// Dropped says that the log starts anew because it ends below its start.
	Dropped bool
}

// Cut is where recovery cuts a segment, and the exception that it met there.
type Cut struct {
	File string
	At   int64
	Why  string
}
