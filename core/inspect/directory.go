package inspect

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"highwater/core/log"
)

// prefix is the 20 digits with which the files of a segment begin.
func prefix(base int64) string { return log.FilePrefix(base) }

// The most that is read of a snapshot or a checkpoint at once.
const (
	snapshotMax = 16 << 20
	epochsMax   = 4 << 20
)

// Directory reads the files of a partition directory. Files that go together are found by their
// names; the order of the list does not matter.
func Directory(dir string, files []File, opt Options) *Report {
	d := newDirectory(dir, opt)
	files = slices.Clone(files)
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	for i := range files {
		d.sort(&files[i])
	}
	d.readEpochs()
	d.readSnapshots()
	d.readSegments()
	d.compare()
	d.whereabouts()
	return d.finish()
}

// LogFile reads a .log whose name does not tell its base offset: that of its first batch is
// taken.
func LogFile(f File, opt Options) *Report {
	d := newDirectory(f.Name, opt)
	d.report.Files = []FileInfo{{Name: f.Name, Kind: KindLog, Size: f.Size}}
	p := &parts{log: &f, nextBase: NoOffset}
	if e, ok, _ := newScanner(&f, false).next(); ok {
		p.base = max(e.BaseOffset, 0)
	}
	d.report.Segments = []Segment{d.segment(p)}
	return d.finish()
}

func newDirectory(name string, opt Options) *directory {
	return &directory{report: &Report{Name: name}, walker: walker{opt: opt, expected: NoOffset}}
}

// directory is a report in the making.
type directory struct {
	walker
	report    *Report
	segments  []*parts
	staged    []*File
	orphans   []*File
	snapshots []*File
	epochFile *File
	swaps     []swap
}

// sort puts a file where it belongs.
func (d *directory) sort(f *File) {
	n := parseName(f.Name)
	d.report.Files = append(d.report.Files, FileInfo{Name: f.Name, Kind: n.kind, Size: f.Size})
	switch {
	case n.bad:
		d.loadFails = "NumberFormatException: the name of " + f.Name +
			" does not begin with an offset"
		d.found.file(Error, "file-name", f.Name, NoOffset, "the name does not begin with an offset",
			"The load of the log fails.")
	case f.Fault != "":
		d.found.file(Warning, "file-unreadable", f.Name, NoOffset, f.Fault,
			"A broker overlooks what is no file.")
	case n.kind == KindUnknown:
		d.found.file(Note, "file-unknown", f.Name, NoOffset, "not a file of a partition directory",
			"A broker leaves it alone.")
	case n.stage == stageDeleted:
		d.found.file(Note, "file-deleted", f.Name, NoOffset,
			"waits for file.delete.delay.ms to go by", "The next load deletes it at once.")
	case n.stage != stagePlain:
		d.staged = append(d.staged, f)
	case n.kind == KindSnapshot:
		d.snapshots = append(d.snapshots, f)
	case n.kind == KindEpochs:
		d.epochFile = f
	case n.kind == KindMetadata:
		d.readMetadata(f)
	default:
		d.part(f, n)
	}
}

// part adds a file to its segment.
func (d *directory) part(f *File, n name) {
	// Files come in the order of their names, so those of one segment follow each other.
	last := len(d.segments) - 1
	if last < 0 || d.segments[last].base != n.base {
		last++
		d.segments = append(d.segments, &parts{base: n.base, named: true, nextBase: NoOffset})
	}
	p := d.segments[last]
	switch n.kind {
	case KindLog:
		p.log = f
	case KindIndex:
		p.index = f
	case KindTimeIndex:
		p.time = f
	case KindTxnIndex:
		p.txn = f
	}
}

// readSegments walks over the logs in order.
func (d *directory) readSegments() {
	d.segments = slices.DeleteFunc(d.segments, func(p *parts) bool {
		if p.log != nil {
			return false
		}
		for _, f := range []*File{p.index, p.time, p.txn} {
			if f != nil {
				d.found.file(Warning, "index-orphan", f.Name, NoOffset,
					"an index without its .log", "The next load deletes it.")
			}
		}
		return true
	})
	for i, p := range d.segments {
		if i+1 < len(d.segments) {
			p.nextBase = d.segments[i+1].base
		}
	}
	for _, p := range d.segments {
		d.report.Segments = append(d.report.Segments, d.segment(p))
	}
	if len(d.segments) == 0 && !d.opt.Partial {
		d.found.file(Warning, "log-missing", d.report.Name, NoOffset, "there is no .log here",
			"A broker creates an empty segment at offset 0.")
	}
	d.readStaged()
}

func cmpInt(a, b int64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// small reads a whole small file.
func (d *directory) small(f *File, most int64) ([]byte, bool) {
	if f.Size > most {
		d.found.file(Warning, "file-large", f.Name, NoOffset,
			fmt.Sprintf("%d bytes: not read, so what is wrong in it is not known", f.Size),
			"A broker reads all of it when it loads the log.")
		return nil, false
	}
	w := window{f: f}
	p, err := w.at(0, int(f.Size))
	if err != nil {
		d.found.file(Error, "file-unreadable", f.Name, NoOffset,
			"the file cannot be read: "+err.Error(), "The log directory goes offline.")
		return nil, false
	}
	return p, true
}

func (d *directory) readEpochs() {
	if d.epochFile == nil {
		return
	}
	p, ok := d.small(d.epochFile, epochsMax)
	if !ok {
		return
	}
	cache, err := log.ParseEpochs(p)
	if err != nil {
		at, what := place(err)
		d.loadFails = what
		d.found.file(Error, "epochs-file", epochsName, at, what,
			"The load fails with an IOException, and the log directory goes offline.")
		return
	}
	d.report.Epochs = cache.Entries
	if text := epochText(cache.Entries); len(p) > 0 && string(p) != text {
		at := 0
		for at < min(len(p), len(text)) && p[at] == text[at] {
			at++
		}
		d.found.file(Note, "epochs-text", epochsName, int64(at),
			"not written as a broker writes it", "It reads the same entries from it.")
	}
	for i := 1; i < len(cache.Entries); i++ {
		a, b := cache.Entries[i-1], cache.Entries[i]
		if b.StartOffset <= a.StartOffset {
			d.found.file(Warning, "epochs-order", epochsName, NoOffset,
				fmt.Sprintf("epoch %d begins at %d, but epoch %d before it at %d", b.Epoch,
					b.StartOffset, a.Epoch, a.StartOffset),
				"A follower that asks where an epoch ends gets a wrong answer.")
			return
		}
	}
	d.epochs = cache.Entries
}

// epochText is the file as a broker writes it (CheckpointFile.write).
func epochText(entries []log.EpochEntry) string {
	var b strings.Builder
	fmt.Fprintf(&b, "0\n%d\n", len(entries))
	for _, e := range entries {
		fmt.Fprintf(&b, "%d %d\n", e.Epoch, e.StartOffset)
	}
	return b.String()
}

// place takes a log.LoadError apart.
func place(err error) (at int64, what string) {
	var e *log.LoadError
	if errors.As(err, &e) {
		return e.Position, e.Class.String() + ": " + e.Text
	}
	return NoOffset, err.Error()
}

// readSnapshots counts the producers of the snapshots. What is known before the first batch comes
// from them too: nothing if the log begins at 0, otherwise the snapshot at the first base.
func (d *directory) readSnapshots() {
	first := int64(-1)
	for _, p := range d.segments {
		if p.log != nil && (first < 0 || p.base < first) {
			first = p.base
		}
	}
	d.producers.complete = first == 0
	for _, f := range d.snapshots {
		offset := parseName(f.Name).base
		info := Snapshot{File: f.Name, Offset: offset}
		p, ok := d.small(f, snapshotMax)
		if !ok {
			continue
		}
		seeds := offset == first && first > 0
		err := log.Snapshot{Offset: offset, Data: p}.Each(func(e *log.Producer) error {
			if info.Producers++; seeds {
				d.seed(e)
			}
			return nil
		})
		if err != nil {
			at, what := place(err)
			info.Bad = true
			d.found.file(Warning, "snapshot-corrupt", f.Name, at, what,
				"The load deletes it, takes the next older snapshot and replays the log from "+
					"there; without any, from the log start.")
		} else if seeds {
			d.producers.complete = d.producers.dropped == 0
		}
		d.report.Snapshots = append(d.report.Snapshots, info)
	}
}

// seed takes a producer that was there before the first batch.
func (d *directory) seed(e *log.Producer) {
	if p := d.producers.producer(e.ID); p != nil {
		p.Epoch = e.Epoch
		if e.TxnFirstOffset >= 0 {
			d.producers.begin(p, e.TxnFirstOffset)
		}
	}
}

// compare looks at what only all files together tell.
func (d *directory) compare() {
	segments := d.report.Segments
	if len(segments) == 0 || d.opt.Partial {
		return
	}
	end := segments[len(segments)-1].next
	for i, s := range d.report.Snapshots {
		isBase := slices.ContainsFunc(segments, func(x Segment) bool { return x.Base == s.Offset })
		newest := i == len(d.report.Snapshots)-1
		switch {
		case s.Offset > end && d.intact():
			d.found.file(Warning, "snapshot-beyond", s.File, NoOffset,
				fmt.Sprintf("it stands for the state at offset %d, but the log ends at %d",
					s.Offset, end),
				"The load deletes it and replays the log from an older one. Records were lost.")
		case !isBase && !(newest && s.Offset > segments[len(segments)-1].Base):
			d.found.file(Note, "snapshot-stray", s.File, NoOffset, "no segment has this base",
				"The load deletes it.")
		}
	}
	if d.beforeEpochs > 0 && d.epochs[0].StartOffset != d.opt.LogStart {
		d.found.file(Note, "epochs-start", epochsName, NoOffset,
			fmt.Sprintf("%s below the first entry, which begins at %d",
				plural(d.beforeEpochs, "batch lies", "batches lie"), d.epochs[0].StartOffset),
			"Usual when the log start offset was raised to it.")
	}
	last := len(d.epochs) - 1
	if last >= 0 && d.epochs[last].StartOffset > end && d.intact() {
		d.found.file(Warning, "epochs-beyond", epochsName, NoOffset,
			fmt.Sprintf("epoch %d begins at %d, but the log ends at %d", d.epochs[last].Epoch,
				d.epochs[last].StartOffset, end),
			"The load drops the entry.")
	}
	if d.holes.Places > 0 && !d.compacted {
		d.found.file(Warning, "log-holes", segments[0].File, NoOffset,
			fmt.Sprintf("%d offsets are missing in %d places, the first ones %d..%d, and nothing "+
				"else shows that the log was compacted", d.holes.Offsets, d.holes.Places,
				d.holes.From, d.holes.To),
			"Readers go on with the next offset that is there.")
	}
}

// intact tells that no damage hides where the log ends.
func (d *directory) intact() bool {
	return !slices.ContainsFunc(d.report.Segments, func(s Segment) bool {
		return s.Result != "end"
	})
}

// whereabouts tells what the name of the directory and a missing topic id mean to a broker.
func (d *directory) whereabouts() {
	if d.opt.Partial {
		return
	}
	for _, x := range []struct{ suffix, what, kafka string }{
		{"-delete", "its topic was deleted", "The directory goes after file.delete.delay.ms."},
		{"-future", "it is being copied to another log directory",
			"It takes the place of the current one when it has caught up."},
		{"-stray", "its partition was not in the cluster's metadata", "Nobody reads it."},
	} {
		if strings.HasSuffix(d.report.Name, x.suffix) {
			d.found.file(Note, "directory-name", d.report.Name, NoOffset, x.what, x.kafka)
			return
		}
	}
	if !slices.ContainsFunc(d.report.Files, func(f FileInfo) bool {
		return f.Kind == KindMetadata
	}) {
		d.found.file(Note, "metadata-missing", d.report.Name, NoOffset,
			"there is no "+metadataName+" with the topic id",
			"A KRaft broker takes the directory for a stray one and deletes it (KAFKA-16814).")
	}
}

func (d *directory) finish() *Report {
	r := d.report
	r.Producers, r.MoreProducers = d.producers.list, d.producers.dropped
	slices.SortFunc(r.Producers, func(a, b Producer) int { return cmpInt(a.ID, b.ID) })
	r.Holes, r.Compacted = d.holes, d.compacted
	r.Findings, r.MoreFindings, r.Worst = d.found.list, d.found.more, d.found.worst
	r.Interval = d.opt.Config.IndexIntervalBytes
	r.Clean, r.Crash = outcomes(d.afterSwaps(), d.opt.LogStart)
	if d.loadFails != "" {
		r.Clean, r.Crash = Outcome{Fails: d.loadFails}, Outcome{Fails: d.loadFails}
	}
	return r
}
