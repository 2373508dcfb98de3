package main

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"highwater/core/lesson"
	"highwater/core/log"
	"highwater/core/world"
)

const exportHelp = `
Writes what a broker of a lesson has on its disk at a moment, as after an orderly stop: a directory
for each partition, and the checkpoints of the log directory. A broker opens it once its topic has
the same id: -topic-id takes the one that kafka-topics.sh --describe prints.

  -at STOP         a stop of the lesson, or the number of a step (the end)
  -variant V       the variant of the lesson (the first)
  -broker N        the broker (1)
  -topic-id ID     16 bytes in url-safe base64 (made from the topic's name)
  -o DIR           the directory that is made; it must not be there yet, or be empty`

// topicIDBytes is the length of a topic id.
const topicIDBytes = 16

// exporting is one run of `highwater export`.
type exporting struct {
	lesson, at, variant, out, topicID string
	broker                            int
}

// parseExport reads the command line.
func parseExport(args []string) (*exporting, error) {
	e := &exporting{}
	f := newFlags("export")
	f.StringVar(&e.at, "at", "", "stop or step")
	f.StringVar(&e.variant, "variant", "", "variant")
	f.IntVar(&e.broker, "broker", 1, "id of the broker")
	f.StringVar(&e.out, "o", "", "directory that is made")
	f.StringVar(&e.topicID, "topic-id", "", "id of the topic, as kafka-topics.sh prints it")
	rest, err := parseMixed(f, args)
	switch {
	case err != nil:
		return nil, err
	case len(rest) != 1:
		return nil, errors.New("want the name of one lesson; highwater lessons lists them")
	case e.out == "":
		return nil, errors.New("-o DIR is missing: the directory that is to be made")
	}
	if e.topicID != "" {
		id, err := base64.RawURLEncoding.DecodeString(e.topicID)
		if err != nil || len(id) != topicIDBytes {
			return nil, fmt.Errorf("-topic-id %s: want 16 bytes in url-safe base64", e.topicID)
		}
	}
	e.lesson = rest[0]
	return e, newDirectory(e.out)
}

// runExport writes a moment of a lesson as the log directory of a broker: a directory for each
// partition, as after an orderly stop, and the checkpoints beside them.
func runExport(args []string, out io.Writer) (int, error) {
	e, err := parseExport(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(out, "usage: highwater export LESSON [flags]"+exportHelp)
		return exitOK, nil
	}
	if err != nil {
		return exitUsage, err
	}
	l, err := openLesson(e.lesson)
	if err != nil {
		return exitUsage, err
	}
	r, err := l.Play(e.variant, nil)
	if err != nil {
		return exitUsage, err
	}
	step, err := stepOf(r, e.at)
	if err != nil {
		return exitUsage, err
	}
	w := r.Timeline.World(step)
	b := w.Broker(world.NodeID(e.broker))
	if b == nil {
		return exitUsage, fmt.Errorf("lesson %s has no broker %d", e.lesson, e.broker)
	}
	if len(b.Replicas) == 0 {
		return exitUsage, fmt.Errorf("broker %d has no partition at step %d of %s", e.broker, step,
			e.lesson)
	}
	if err := e.write(w, b, out); err != nil {
		return exitUsage, err
	}
	return exitOK, nil
}

// stepOf finds the step of a stop, or takes a number; nothing means the end.
func stepOf(r *lesson.Run, at string) (int, error) {
	last := r.Timeline.Len()
	if at == "" {
		return last, nil
	}
	if n, err := strconv.Atoi(at); err == nil {
		if n < 0 || n > last {
			return 0, fmt.Errorf("-at %d: the lesson has the steps 0 to %d", n, last)
		}
		return n, nil
	}
	var ids []string
	for _, s := range r.Stops {
		if s.ID == at {
			return s.Step, nil
		}
		ids = append(ids, s.ID)
	}
	return 0, fmt.Errorf("lesson %s has no stop %q; it has %s", r.Lesson.ID, at,
		strings.Join(ids, ", "))
}

// checkpoints are the lines of the checkpoint files of a log directory.
type checkpoints struct{ recovery, start, hw, cleaner []string }

// write writes every partition of the broker.
func (e *exporting) write(w *world.World, b *world.Broker, out io.Writer) error {
	var points checkpoints
	for i := range b.Replicas {
		r := &b.Replicas[i]
		name := w.Topics[r.Topic].Name
		l := r.Log.Clone()
		l.TopicID = e.idOf(name)
		if _, err := l.Restart(true, l.EndOffset, w.Now.MS()); err != nil {
			return fmt.Errorf("%s-%d: %w", name, r.Part, err)
		}
		dir := filepath.Join(e.out, fmt.Sprintf("%s-%d", name, r.Part))
		if err := writeDirectory(dir, l.Files()); err != nil {
			return err
		}
		points.add(fmt.Sprintf("%s %d ", name, r.Part), l)
		fmt.Fprintf(out, "%s: %d segments, %d bytes, offsets %d to %d\n", dir, len(l.Segments),
			l.SizeInBytes(), l.LogStart, l.EndOffset)
	}
	return writeDirectory(e.out, points.files(w.Now.MS()))
}

// idOf is the topic id: the one that was given, or one made from the name, so that the same
// moment always gives the same bytes. Its first bits are never those of Kafka's reserved ids, and
// its text never begins with a dash.
func (e *exporting) idOf(topic string) (id [topicIDBytes]byte) {
	if e.topicID != "" {
		p, _ := base64.RawURLEncoding.DecodeString(e.topicID)
		copy(id[:], p)
		return id
	}
	sum := sha256.Sum256([]byte("highwater " + topic))
	copy(id[:], sum[:])
	// Version 4 and the variant of RFC 9562, as Uuid.randomUuid makes them.
	id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80
	id[0] &= 0x7f
	id[0] |= 0x10
	return id
}

func (c *checkpoints) add(partition string, l *log.Log) {
	c.recovery = append(c.recovery, partition+strconv.FormatInt(l.EndOffset, 10))
	c.hw = append(c.hw, partition+strconv.FormatInt(l.HW, 10))
	if l.LogStart > l.Segments[0].BaseOffset {
		c.start = append(c.start, partition+strconv.FormatInt(l.LogStart, 10))
	}
	if l.CleanerCheckpoint >= 0 {
		c.cleaner = append(c.cleaner, partition+strconv.FormatInt(l.CleanerCheckpoint, 10))
	}
}

// files are the checkpoint files (CheckpointFile): a version, the number of entries, the entries.
func (c *checkpoints) files(now int64) []log.File {
	var files []log.File
	for _, f := range []struct {
		name  string
		lines []string
	}{
		{"recovery-point-offset-checkpoint", c.recovery},
		{"log-start-offset-checkpoint", c.start},
		{"replication-offset-checkpoint", c.hw},
		{"cleaner-offset-checkpoint", c.cleaner},
	} {
		text := fmt.Sprintf("0\n%d\n", len(f.lines))
		for _, line := range f.lines {
			text += line + "\n"
		}
		files = append(files, log.File{Name: f.name, Data: []byte(text), Modified: now})
	}
	return files
}
