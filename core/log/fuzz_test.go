package log

import (
	"errors"
	"slices"
	"testing"
)

// FuzzLoad damages one directory in two places and loads it both ways: it either loads, with every
// offset where it belongs, or fails with a class, a file and a position inside it.
func FuzzLoad(f *testing.F) {
	l := story(f)
	l.close()
	files := l.Files()
	f.Add(uint8(0), uint32(8), byte(0xff), uint8(1), uint32(70), byte(1), true)
	f.Add(uint8(2), uint32(11), byte(1), uint8(4), uint32(12), byte(0x80), false)
	f.Add(uint8(6), uint32(4), byte(0x7f), uint8(9), uint32(3), byte(9), true)
	f.Fuzz(func(t *testing.T, f1 uint8, p1 uint32, x1 byte, f2 uint8, p2 uint32, x2 byte,
		clean bool) {
		damaged := damage(damage(files, f1, p1, x1), f2, p2, x2)
		back, report, err := Load(damaged, options(l, clean))
		for _, n := range report.Notes {
			requirePlace(t, damaged, n.File, n.Position)
		}
		if err != nil {
			var e *LoadError
			if !errors.As(err, &e) {
				t.Fatalf("an error without a place: %v", err)
			}
			requirePlace(t, damaged, e.File, e.Position)
			return
		}
		use(t, back)
	})
}

// damage changes a byte, or cuts a file where the mask is zero.
func damage(files []File, file uint8, position uint32, mask byte) []File {
	files = slices.Clone(files)
	target := &files[int(file)%len(files)]
	if len(target.Data) == 0 {
		return files
	}
	at := int(position) % len(target.Data)
	target.Data = slices.Clone(target.Data)
	if mask == 0 {
		target.Data = target.Data[:at]
	} else {
		target.Data[at] ^= mask
	}
	return files
}

func requirePlace(t *testing.T, files []File, name string, position int64) {
	t.Helper()
	for _, f := range files {
		if f.Name == name || f.Name+SuffixSwap == name {
			if position < 0 || position > int64(len(f.Data)) {
				t.Fatalf("%s has no byte %d", name, position)
			}
			return
		}
	}
	if position != 0 {
		t.Fatalf("a place in %s, which is not there", name)
	}
}

// use does with a loaded log what a broker does next.
func use(t *testing.T, l *Log) {
	l.SetHW(l.EndOffset)
	from := l.LogStart
	for range 1000 {
		r := l.Fetch(from, ReadCommitted, 200)
		next := r.Next(from)
		if next <= from {
			break
		}
		from = next
	}
	res, code := l.AppendLeader(batch(kv("k", "v", t0)), 99, t0)
	if code == 0 && res.First != l.EndOffset-1 {
		t.Fatalf("appended at %d, end %d", res.First, l.EndOffset)
	}
	l.OffsetForTime(t0)
	l.DeleteOldSegments(t0)
	l.TruncateTo(l.EndOffset-1, t0)
	l.Clone().Files()
}

// FuzzAppendBytes gives arbitrary bytes to a leader and to a follower.
func FuzzAppendBytes(f *testing.F) {
	f.Add(batch(kv("a", "1", t0)).Bytes, int64(0))
	f.Add(who{id: 1, txn: true}.one(0, 2, t0).Bytes, int64(1))
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 2, 0}, int64(0))
	f.Fuzz(func(t *testing.T, raw []byte, seed int64) {
		l := story(t)
		end := l.EndOffset
		res, code := l.AppendBytes(raw, AppendInput{Now: t0, LeaderEpoch: int32(seed % 3)})
		if code != 0 && l.EndOffset != end {
			t.Fatalf("refused with %s and yet appended", code)
		}
		if code == 0 && res.First != end && !res.Duplicate {
			t.Fatalf("appended at %d, the end was %d", res.First, end)
		}
		l.AppendFollowerBytes(raw, 9, t0)
		use(t, l)
	})
}
