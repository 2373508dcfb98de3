package log

import (
	"encoding/base64"
	"encoding/binary"
	"slices"
	"strings"
)

// Files are the files of the directory, by name, as a broker would find them after a clean close:
// indexes without a preallocated tail, empty index files of a segment that was touched, snapshots,
// checkpoint. Staged segments bear their suffix. Files that are .deleted already are not listed,
// since their bytes are gone; see Doomed.
func (l *Log) Files() []File {
	var files []File
	for i := range l.Segments {
		files = l.Segments[i].files(files)
	}
	for i := range l.Staged {
		files = l.Staged[i].files(files)
	}
	for _, s := range l.Snapshots {
		files = append(files, File{Name: snapshotName(s.Offset), Data: s.Data,
			Modified: l.ActiveSegment().Modified})
	}
	files = append(files, File{Name: EpochCheckpointFile, Data: l.Epochs.encode(),
		Modified: l.ActiveSegment().Modified})
	if l.TopicID != [16]byte{} {
		files = append(files, File{Name: PartitionMetadataFile, Data: encodeMetadata(l.TopicID),
			Modified: l.ActiveSegment().Modified})
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Name, b.Name) })
	return files
}

// files adds the files of a segment.
func (s *Segment) files(files []File) []File {
	add := func(name string, data []byte) {
		files = append(files, File{Name: name + s.Suffix, Data: data, Modified: s.Modified})
	}
	add(logName(s.BaseOffset), s.Bytes())
	if s.Indexed || len(s.Index) > 0 {
		add(indexName(s.BaseOffset), encodeIndex(s))
	}
	if s.Indexed || len(s.TimeIndex) > 0 {
		add(timeIndexName(s.BaseOffset), encodeTimeIndex(s))
	}
	if len(s.TxnIndex) > 0 {
		add(txnIndexName(s.BaseOffset), encodeTxnIndex(s))
	}
	return files
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
