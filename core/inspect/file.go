package inspect

import (
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
)

// File is one file of a directory. Data is read in pieces.
type File struct {
	Name string
	Size int64
	Data io.ReaderAt
	// Fault says why there is nothing to read, such as "it is a named pipe"; empty for a file.
	Fault string
}

// readable is a .log as far as it is read: a segment cannot be larger than 2 GiB, and what lies
// behind is not looked at.
func readable(f *File) *File {
	if f.Size <= math.MaxInt32 {
		return f
	}
	cut := *f
	cut.Size = math.MaxInt32
	return &cut
}

// Kind is what a file's name says it is.
type Kind uint8

// The kinds of files in a partition directory (LogFileUtils).
const (
	KindUnknown Kind = iota
	KindLog
	KindIndex
	KindTimeIndex
	KindTxnIndex
	KindSnapshot
	KindEpochs
	KindMetadata
)

// stage is where a file stands on its way in or out.
type stage uint8

const (
	stagePlain stage = iota
	stageDeleted
	stageCleaned
	stageSwap
)

// Names of the files without a base offset.
const (
	epochsName   = "leader-epoch-checkpoint"
	metadataName = "partition.metadata"
)

// nameDigits is the width of the base offset in a file name.
const nameDigits = 20

type suffix struct {
	text string
	kind Kind
}

func suffixes() []suffix {
	return []suffix{
		{".log", KindLog}, {".index", KindIndex}, {".timeindex", KindTimeIndex},
		{".txnindex", KindTxnIndex}, {".snapshot", KindSnapshot},
	}
}

// String names the kind in the plural-free form of a table.
func (k Kind) String() string {
	switch k {
	case KindLog:
		return "log"
	case KindIndex:
		return "offset index"
	case KindTimeIndex:
		return "time index"
	case KindTxnIndex:
		return "transaction index"
	case KindSnapshot:
		return "producer snapshot"
	case KindEpochs:
		return "leader epochs"
	case KindMetadata:
		return "metadata"
	}
	return "unknown"
}

// name is a file name taken apart. bad says that the load fails because of it.
type name struct {
	kind  Kind
	stage stage
	base  int64
	bad   bool
}

// parseName takes a file name apart. A name that Kafka would not write is of KindUnknown.
func parseName(s string) name {
	switch s {
	case epochsName:
		return name{kind: KindEpochs, base: NoOffset}
	case metadataName:
		return name{kind: KindMetadata, base: NoOffset}
	}
	n := name{base: NoOffset}
	for _, x := range []struct {
		text  string
		stage stage
	}{{".deleted", stageDeleted}, {".cleaned", stageCleaned}, {".swap", stageSwap}} {
		if rest, ok := strings.CutSuffix(s, x.text); ok {
			s, n.stage = rest, x.stage
		}
	}
	for _, x := range suffixes() {
		digits, ok := strings.CutSuffix(s, x.text)
		if !ok {
			continue
		}
		base, ok := offsetOf(s)
		if !ok {
			return name{base: NoOffset, bad: n.stage != stageDeleted}
		}
		if len(digits) == nameDigits && digits[0] != '+' {
			n.kind, n.base = x.kind, base
			return n
		}
	}
	return name{base: NoOffset}
}

// offsetOf reads the number before the first dot (LogFileUtils.offsetFromFileName).
func offsetOf(s string) (int64, bool) {
	digits, _, _ := strings.Cut(s, ".")
	base, err := strconv.ParseInt(digits, 10, 64)
	return base, err == nil && base >= 0
}

// LooksLikePartitionFile tells that Kafka could have given a file this name.
func LooksLikePartitionFile(s string) bool { return parseName(s).kind != KindUnknown }

// window gives pieces of a file. Its buffer grows only as far as bytes were really read.
type window struct {
	f     *File
	buf   []byte
	start int64 // position of buf[0]
}

// windowStep is how much is read at once.
const windowStep = 256 << 10

// at gives the n bytes from pos on, or as many as the file has. They are valid until the next
// call. n must be bounded by the caller.
func (w *window) at(pos int64, n int) ([]byte, error) {
	end := min(pos+int64(n), w.f.Size)
	if pos >= end {
		return nil, nil
	}
	if pos < w.start || pos > w.start+int64(len(w.buf)) {
		w.buf, w.start = w.buf[:0], pos
	}
	if end > w.start+int64(len(w.buf)) {
		kept := copy(w.buf, w.buf[pos-w.start:])
		w.buf, w.start = w.buf[:kept], pos
	}
	for end > w.start+int64(len(w.buf)) {
		if err := w.more(); err != nil {
			return w.buf[pos-w.start:], err
		}
	}
	return w.buf[pos-w.start : end-w.start], nil
}

// more reads the next piece behind the buffer.
func (w *window) more() error {
	have := len(w.buf)
	from := w.start + int64(have)
	step := int(min(windowStep, w.f.Size-from))
	if cap(w.buf)-have < step {
		grown := make([]byte, have, max(2*cap(w.buf), have+step))
		copy(grown, w.buf)
		w.buf = grown
	}
	n, err := w.f.Data.ReadAt(w.buf[have:have+step], from)
	w.buf = w.buf[:have+n]
	if n == step {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		err = errShort
	}
	return err
}

var errShort = errors.New("the file ends before its size")
