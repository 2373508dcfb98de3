package casefile

import (
	"strconv"
	"strings"

	"highwater/core/record"
)

// append reads the options and the records of a client append.
func (p *parser) append(op *Op, args []string) error {
	words := args[1:]
	for len(words) > 0 {
		known, err := p.option(op, words[0])
		if err != nil {
			return err
		}
		if !known {
			break
		}
		words = words[1:]
	}
	if len(words) == 0 {
		return p.errorf("the append has no record")
	}
	for _, w := range words {
		r, err := p.record(w)
		if err != nil {
			return err
		}
		op.Records = append(op.Records, r)
	}
	return nil
}

// option reads one word before the first record, and tells whether it is an option at all.
func (p *parser) option(op *Op, word string) (bool, error) {
	if word == "txn" {
		op.Transactional = true
		return true, nil
	}
	key, value, ok := strings.Cut(word, "=")
	if !ok {
		return false, nil
	}
	var err error
	var n int64
	switch key {
	case "pid":
		op.ProducerID, err = p.number(key, value, 64)
	case "epoch":
		n, err = p.number(key, value, 16)
		op.ProducerEpoch = int16(n)
	case "seq":
		n, err = p.number(key, value, 32)
		op.BaseSequence = int32(n)
	default:
		return false, nil
	}
	return true, err
}

// record reads `KEY=VALUE`, `KEY`, `~=VALUE` or `~`, then `;NAME=VALUE` or `;NAME`, then `@MS`.
func (p *parser) record(word string) (Record, error) {
	var r Record
	body, stamp, hasStamp := strings.Cut(word, "@")
	if hasStamp {
		ms, err := strconv.ParseInt(stamp, 10, 64)
		if err != nil {
			return r, p.errorf("record %q: the timestamp %q is not a number of ms", word, stamp)
		}
		r.Timestamp, r.HasTimestamp = ms, true
	}
	parts := strings.Split(body, ";")
	key, value, hasValue := strings.Cut(parts[0], "=")
	var err error
	if key != "~" {
		if r.Key, err = p.bytes(word, key); err != nil {
			return r, err
		}
	}
	if hasValue {
		if r.Value, err = p.bytes(word, value); err != nil {
			return r, err
		}
	}
	for _, part := range parts[1:] {
		name, value, hasValue := strings.Cut(part, "=")
		b, err := p.bytes(word, name)
		if err != nil {
			return r, err
		}
		h := record.RecordHeader{Key: b}
		if hasValue {
			if h.Value, err = p.bytes(word, value); err != nil {
				return r, err
			}
		}
		r.Headers = append(r.Headers, h)
	}
	return r, nil
}

func (p *parser) bytes(word, s string) ([]byte, error) {
	b, err := parseBytes(s, &p.budget)
	if err != nil {
		return nil, p.errorf("record %q: %v", word, err)
	}
	return b, nil
}

// AppendRecord writes a record as the lists do: key, value, headers, and always the timestamp.
func AppendRecord(dst []byte, r *record.Record) []byte {
	if r.Key == nil {
		dst = append(dst, '~')
	} else {
		dst = appendBytes(dst, r.Key)
	}
	if r.Value != nil {
		dst = append(dst, '=')
		dst = appendBytes(dst, r.Value)
	}
	for _, h := range r.Headers {
		dst = append(dst, ';')
		dst = appendBytes(dst, h.Key)
		if h.Value != nil {
			dst = append(dst, '=')
			dst = appendBytes(dst, h.Value)
		}
	}
	dst = append(dst, '@')
	return strconv.AppendInt(dst, r.Timestamp, 10)
}
