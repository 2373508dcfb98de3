package log

import (
	"encoding/base64"
	"encoding/binary"
	"iter"
	"slices"
	"strings"
)

// Files are the files of the directory, by name, as a broker would find them after a clean close:
// indexes without a preallocated tail, empty index files of a segment that was touched, snapshots,
// checkpoint. Staged segments bear their suffix. Files that are .deleted already are not listed,
// since their bytes are gone; see Doomed.
func (l *Log) Files() []File {
	var files []File
	_ = l.EachFile(func(name string, modified int64, pieces iter.Seq[[]byte]) error {
		files = append(files, File{Name: name, Data: slices.Concat(slices.Collect(pieces)...),
			Modified: modified})
		return nil
	})
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return files
}

// FileVisitor hears of one file: its name, its modification time and its content in pieces.
type FileVisitor func(name string, modified int64, pieces iter.Seq[[]byte]) error

// EachFile calls f for the files that Files lists, in no particular order and until it returns an
// error. No segment is put together in memory.
func (l *Log) EachFile(f FileVisitor) error {
	for _, segments := range [][]Segment{l.Segments, l.Staged} {
		for i := range segments {
			if err := segments[i].eachFile(f); err != nil {
				return err
			}
		}
	}
	modified := l.ActiveSegment().Modified
	for _, s := range l.Snapshots {
		if err := f(snapshotName(s.Offset), modified, whole(s.Data)); err != nil {
			return err
		}
	}
	if l.TopicID != [16]byte{} {
		err := f(PartitionMetadataFile, modified, whole(encodeMetadata(l.TopicID)))
		if err != nil {
			return err
		}
	}
	return f(EpochCheckpointFile, modified, whole(l.Epochs.encode()))
}

func whole(p []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) { yield(p) }
}

// eachFile visits the files of a segment.
func (s *Segment) eachFile(f FileVisitor) error {
	for _, x := range []struct {
		name   string
		is     bool
		pieces func() iter.Seq[[]byte]
	}{
		{logName(s.BaseOffset), true, s.pieces},
		{indexName(s.BaseOffset), s.Indexed || len(s.Index) > 0,
			func() iter.Seq[[]byte] { return whole(encodeIndex(s)) }},
		{timeIndexName(s.BaseOffset), s.Indexed || len(s.TimeIndex) > 0,
			func() iter.Seq[[]byte] { return whole(encodeTimeIndex(s)) }},
		{txnIndexName(s.BaseOffset), len(s.TxnIndex) > 0,
			func() iter.Seq[[]byte] { return whole(encodeTxnIndex(s)) }},
	} {
		if !x.is {
			continue
		}
		if err := f(x.name+s.Suffix, s.Modified, x.pieces()); err != nil {
			return err
		}
	}
	return nil
}

// pieces are the batches of the `.log` file and what follows them.
func (s *Segment) pieces() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for i := range s.Batches {
			if !yield(s.Batches[i].Bytes) {
				return
			}
		}
		yield(s.Tail)
	}
}

func encodeIndex(s *Segment) []byte {
	p := make([]byte, 0, s.IndexBytes())
	for _, e := range s.Index {
		p = binary.BigEndian.AppendUint32(p, uint32(e.Offset-s.BaseOffset))
		p = binary.BigEndian.AppendUint32(p, uint32(e.Position))
	}
	return p
}

func encodeTimeIndex(s *Segment) []byte {
	p := make([]byte, 0, s.TimeIndexBytes())
	for _, e := range s.TimeIndex {
		p = binary.BigEndian.AppendUint64(p, uint64(e.Timestamp))
		p = binary.BigEndian.AppendUint32(p, uint32(e.Offset-s.BaseOffset))
	}
	return p
}

func encodeTxnIndex(s *Segment) []byte {
	p := make([]byte, 0, s.TxnIndexBytes())
	for _, e := range s.TxnIndex {
		p = binary.BigEndian.AppendUint16(p, 0)
		p = binary.BigEndian.AppendUint64(p, uint64(e.ProducerID))
		p = binary.BigEndian.AppendUint64(p, uint64(e.FirstOffset))
		p = binary.BigEndian.AppendUint64(p, uint64(e.LastOffset))
		p = binary.BigEndian.AppendUint64(p, uint64(e.LastStableOffset))
	}
	return p
}

// encodeMetadata is the text of partition.metadata; the id is printed as Kafka's Uuid is.
func encodeMetadata(id [16]byte) []byte {
	return []byte("version: 0\ntopic_id: " + base64.RawURLEncoding.EncodeToString(id[:]) + "\n")
}

// parseMetadata reads partition.metadata.
func parseMetadata(data []byte) (id [16]byte, err error) {
	position := int64(0)
	for line := range strings.SplitSeq(strings.TrimSuffix(string(data), "\n"), "\n") {
		key, value, _ := strings.Cut(line, ": ")
		switch {
		case key == "version" && value == "0":
		case key == "topic_id":
			raw, err := base64.RawURLEncoding.DecodeString(value)
			if err != nil || len(raw) != len(id) {
				return id, loadError(ErrorIO, PartitionMetadataFile, position,
					"Invalid topic ID: "+clipText(value)+". Want 16 bytes in url-safe base64")
			}
			copy(id[:], raw)
		default:
			return id, loadError(ErrorIO, PartitionMetadataFile, position,
				"Malformed line: "+clipText(line))
		}
		position += int64(len(line)) + 1
	}
	return id, nil
}
