package scene

import "highwater/core/world"

// shownStep is the step whose end is shown: the one before while the step has hardly begun.
func shownStep(in *Input) (int, *world.World) {
	if in.Phase < 0.5 {
		return in.Step.N - 1, in.Before
	}
	return in.Step.N, in.After
}

// sentIn lists what was sent to a partition so far.
func sentIn(in *Input, id partID) []taleSend {
	step, _ := shownStep(in)
	var out []taleSend
	for i := range in.Cast.tale.sends {
		s := &in.Cast.tale.sends[i]
		if s.step <= step && s.topic == id.topic && s.part == id.part {
			out = append(out, *s)
		}
	}
	return out
}

// readMax is how many records of a log a row reads.
const readMax = 200

// readIn lists what a consumer may read of a partition: the leader's log up to the high watermark.
func readIn(in *Input, id partID) []taleRecord {
	_, w := shownStep(in)
	l := logOf(w, leaderOf(w, id), id.topic, id.part)
	if l == nil {
		return nil
	}
	var out []taleRecord
	from := max(l.LogStart, l.HW-readMax)
	for i := range l.Segments {
		in.Cache.each(&l.Segments[i], from, l.HW, func(r *rec) {
			if r.kind == recValue || r.kind == recTombstone {
				out = append(out, recordAs(r))
			}
		})
	}
	return out
}

// compared is what comes of holding what is read against what was sent.
type compared struct {
	cells []orderCell
	there []bool // by send: it is read
	twice []taleRecord
	late  []taleRecord // read behind something that was sent after it
	ahead []taleRecord // that something
	none  bool
	again []taleRecord // sent twice by the application
	lost  []taleSend   // sent earlier than something that is read, and not there
	rest  []taleSend   // sent later than all that is read
}

// compareOrder pairs every record that is read with the first send that it can be.
func compareOrder(sent []taleSend, read []taleRecord) compared {
	v := compared{there: make([]bool, len(sent)), none: len(read) == 0}
	most := -1
	var order []int // the sends that have been read
	for _, r := range read {
		at, known := -1, false
		for i := range sent {
			if sent[i].rec == r {
				known = true
				if !v.there[i] {
					at = i
					break
				}
			}
		}
		c := orderCell{rec: r}
		switch {
		case at < 0 && known:
			c.state = cellTwice
			v.twice = append(v.twice, r)
		case at < 0: // written by nobody of this tale
		case at < most && sent[at].client == sent[most].client:
			c.state = cellDisplaced
			v.late, v.ahead = append(v.late, r), append(v.ahead, sent[firstAfter(order, at)].rec)
		default:
			most = at
		}
		if at >= 0 {
			order = append(order, at)
		}
		if at >= 0 {
			v.there[at] = true
		}
		v.cells = append(v.cells, c)
	}
	for i := range sent {
		for j := range i {
			if sent[i].rec == sent[j].rec && v.there[i] && v.there[j] {
				v.again = append(v.again, sent[i].rec)
			}
		}
		if i < most && !v.there[i] {
			v.lost = append(v.lost, sent[i])
		} else if !v.there[i] {
			v.rest = append(v.rest, sent[i])
		}
	}
	return v
}

// firstAfter is the first of the sends read so far that was made after a given one.
func firstAfter(order []int, at int) int {
	for _, i := range order {
		if i > at {
			return i
		}
	}
	return at
}

// word is the judgement on an order, from what differs.
func (v *compared) word(in *Input) (string, Tone) {
	var words []string
	tone := ToneLive
	name := func(r *taleRecord) string {
		if r.noKey || r.key == "" {
			return r.val
		}
		return r.key + " " + r.val
	}
	if len(v.twice) > 0 {
		tone = ToneGone
		words = append(words, in.say("order.twice", "what", name(&v.twice[0])))
	}
	if len(v.late) > 0 {
		tone = ToneGone
		words = append(words, in.say("order.before", "what", name(&v.ahead[0]), "late",
			name(&v.late[0])))
	}
	if len(v.again) > 0 {
		tone = max(tone, ToneWait)
		words = append(words, in.say("order.again", "what", name(&v.again[0])))
	}
	if len(v.lost) > 0 {
		tone = max(tone, ToneWait)
		key := "order.missing"
		if step, _ := shownStep(in); in.Cast.tale.pending(&v.lost[0], step) {
			key = "order.not-yet"
		}
		words = append(words, in.say(key, "what", name(&v.lost[0].rec)))
	}
	tale, wait := in.Cast.tale, 0
	step, _ := shownStep(in)
	for i := range v.rest {
		if tale.pending(&v.rest[i], step) {
			wait++
		} else if tale.failed(&v.rest[i], step) && len(v.lost) == 0 {
			v.lost = append(v.lost, v.rest[i])
			words, tone = append(words, in.say("order.missing", "what", name(&v.rest[i].rec))),
				max(tone, ToneWait)
		}
	}
	switch {
	case v.none && len(words) == 0:
		return in.say("order.none"), TonePlain
	case len(words) == 0 && wait > 0:
		return in.say("order.so-far", "n", wait), TonePlain
	case len(words) == 0:
		return in.say("order.as-sent"), ToneLive
	}
	out := words[0]
	for _, s := range words[1:] {
		out += "; " + s
	}
	if len(v.twice)+len(v.late) > 0 {
		tone = ToneGone
	}
	return out, tone
}
