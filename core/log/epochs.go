package log

import (
	"slices"
	"sort"
	"strconv"
	"strings"
)

// UndefinedEpoch and UndefinedOffset are what an unanswerable epoch question gets.
const (
	UndefinedEpoch  int32 = -1
	UndefinedOffset int64 = -1
)

// EpochEntry says that leader epoch Epoch began at StartOffset.
type EpochEntry struct {
	Epoch       int32
	StartOffset int64
}

// EpochCache is the leader epoch cache, ascending in both fields (LeaderEpochFileCache).
// Compaction never touches it.
type EpochCache struct {
	Entries []EpochEntry
	// Written says that the checkpoint file was written at least once; before, it is empty.
	Written bool
}

// Latest is the newest entry; ok is false when there is none.
func (c *EpochCache) Latest() (e EpochEntry, ok bool) {
	if len(c.Entries) == 0 {
		return EpochEntry{Epoch: UndefinedEpoch, StartOffset: UndefinedOffset}, false
	}
	return c.Entries[len(c.Entries)-1], true
}

// Assign notes that an epoch starts at an offset. Trailing entries that contradict it go first: a
// new leader's word wins over what an old one left behind. It tells whether anything changed.
func (c *EpochCache) Assign(epoch int32, start int64) bool {
	if latest, ok := c.Latest(); ok && epoch == latest.Epoch && start >= latest.StartOffset {
		return false
	}
	n := len(c.Entries)
	for n > 0 && (c.Entries[n-1].Epoch >= epoch || c.Entries[n-1].StartOffset >= start) {
		n--
	}
	c.Entries = append(c.Entries[:n:n], EpochEntry{Epoch: epoch, StartOffset: start})
	c.Written = true
	return true
}

// EndOffsetFor answers where an epoch ended: with the largest epoch not above the requested one
// and the offset after its last record. end is the log end offset.
func (c *EpochCache) EndOffsetFor(requested int32, end int64) (epoch int32, offset int64) {
	if requested == UndefinedEpoch {
		return UndefinedEpoch, UndefinedOffset
	}
	if latest, ok := c.Latest(); ok && latest.Epoch == requested {
		return requested, end
	}
	higher := sort.Search(len(c.Entries), func(i int) bool {
		return c.Entries[i].Epoch > requested
	})
	if higher == len(c.Entries) {
		return UndefinedEpoch, UndefinedOffset
	}
	if higher == 0 {
		return requested, c.Entries[0].StartOffset
	}
	return c.Entries[higher-1].Epoch, c.Entries[higher].StartOffset
}

// EpochAt returns the epoch of the leader that wrote an offset; ok is false when the cache does
// not reach back that far.
func (c *EpochCache) EpochAt(offset int64) (epoch int32, ok bool) {
	for i := len(c.Entries) - 1; i >= 0; i-- {
		if c.Entries[i].StartOffset <= offset {
			return c.Entries[i].Epoch, true
		}
	}
	return UndefinedEpoch, false
}

// TruncateFromEnd drops the entries that start at or above an offset.
func (c *EpochCache) TruncateFromEnd(end int64) {
	latest, ok := c.Latest()
	if end < 0 || !ok || latest.StartOffset < end {
		return
	}
	n := len(c.Entries)
	for n > 0 && c.Entries[n-1].StartOffset >= end {
		n--
	}
	c.Entries = c.Entries[:n:n]
	c.Written = true
}

// TruncateFromStart drops the entries that start at or below an offset and puts the last one of
// them back, starting there.
func (c *EpochCache) TruncateFromStart(start int64) {
	if start < 0 {
		return
	}
	n := 0
	for n < len(c.Entries) && c.Entries[n].StartOffset <= start {
		n++
	}
	if n == 0 {
		return
	}
	kept := slices.Clone(c.Entries[n-1:])
	kept[0].StartOffset = start
	c.Entries = kept
	c.Written = true
}

// Clear drops every entry and writes the empty file.
func (c *EpochCache) Clear() {
	c.Entries = nil
	c.Written = true
}

// encode is the text of leader-epoch-checkpoint (CheckpointFile).
func (c *EpochCache) encode() []byte {
	if !c.Written {
		return []byte{}
	}
	p := append([]byte{}, "0\n"...)
	p = strconv.AppendInt(p, int64(len(c.Entries)), 10)
	p = append(p, '\n')
	for _, e := range c.Entries {
		p = strconv.AppendInt(p, int64(e.Epoch), 10)
		p = append(p, ' ')
		p = strconv.AppendInt(p, e.StartOffset, 10)
		p = append(p, '\n')
	}
	return p
}

// parseEpochs reads leader-epoch-checkpoint. An empty file is a cache that was never written.
func parseEpochs(data []byte) (EpochCache, error) {
	if len(data) == 0 {
		return EpochCache{}, nil
	}
	cache := EpochCache{Written: true}
	position, countAt := int64(0), int64(0)
	count, lines := 0, 0
	bad := func(text string) (EpochCache, error) {
		return EpochCache{}, loadError(ErrorIO, EpochCheckpointFile, position, text)
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(string(data), "\n"), "\n") {
		ok := true
		switch lines {
		case 0:
			var version int
			if version, ok = parseCount(line); ok && version != 0 {
				return bad("Unrecognised version: " + strconv.Itoa(version) +
					", expected version: 0")
			}
			countAt = int64(len(line)) + 1
		case 1:
			count, ok = parseCount(line)
			ok = ok && count >= 0
		default:
			var e EpochEntry
			e, ok = parseEpoch(line)
			cache.Entries = append(cache.Entries, e)
		}
		if !ok {
			return bad("Malformed line in checkpoint file: " + clipText(line))
		}
		position += int64(len(line) + 1)
		lines++
	}
	if found := max(lines-2, 0); found != count {
		position = countAt
		return bad("Expected " + strconv.Itoa(count) + " entries in checkpoint file, but found " +
			"only " + strconv.Itoa(found))
	}
	// A repeated epoch takes the later line, as the sorted map of LeaderEpochFileCache does.
	cache.Entries = arrange(cache.Entries, func(e EpochEntry) int64 { return int64(e.Epoch) })
	return cache, nil
}

func parseCount(s string) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil
}

func parseEpoch(line string) (EpochEntry, bool) {
	words := strings.Fields(line)
	if len(words) != 2 {
		return EpochEntry{}, false
	}
	epoch, err := strconv.ParseInt(words[0], 10, 32)
	if err != nil {
		return EpochEntry{}, false
	}
	start, err := strconv.ParseInt(words[1], 10, 64)
	if err != nil {
		return EpochEntry{}, false
	}
	return EpochEntry{Epoch: int32(epoch), StartOffset: start}, true
}

func clipText(s string) string {
	if len(s) > 40 {
		s = s[:40] + "..."
	}
	return strconv.Quote(s)
}
