package inspect

import (
	"encoding/base64"
	"fmt"
	"strings"
)

// topicIDSize is the number of bytes of a topic id.
const topicIDSize = 16

// readMetadata reads partition.metadata (PartitionMetadataFile).
func (d *directory) readMetadata(f *File) {
	p, ok := d.small(f, epochsMax)
	if !ok {
		return
	}
	bad := func(at int, format string, args ...any) {
		what := fmt.Sprintf(format, args...)
		d.loadFails = "IOException: " + what
		d.found.file(Error, "metadata", f.Name, int64(at), what,
			"The load fails with an IOException, and the log directory goes offline.")
	}
	lines := strings.SplitAfter(string(p), "\n")
	if lines[0] != "version: 0\n" {
		bad(0, "the first line is %.40q, not \"version: 0\"", lines[0])
		return
	}
	second := ""
	if len(lines) > 1 {
		second = lines[1]
	}
	text, ok := strings.CutPrefix(strings.TrimSuffix(second, "\n"), "topic_id: ")
	if !ok {
		bad(len(lines[0]), "the second line is %.60q, not a topic_id", second)
		return
	}
	id, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(id) != topicIDSize {
		bad(len(lines[0])+len("topic_id: "), "%.40q is not a topic id of 16 bytes in base64", text)
		return
	}
	d.report.TopicID = text
}
