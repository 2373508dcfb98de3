package sim

import (
	"slices"

	"highwater/core/errcode"
	"highwater/core/log"
	"highwater/core/why"
	"highwater/core/world"
)

// Followers here fetch without messages of their own: a leader's append reaches them after one
// travel, and what they have reaches the leader after another, as with a fetch request that waits
// at the leader. Sizes, epochs, offsets and bytes are those of real fetches.

const fetchBytesMax = 1 << 20 // replica.fetch.max.bytes

func partKey(topic, part int32) int64 { return int64(topic)<<32 | int64(part) }

func partOf(key int64) (topic, part int32) { return int32(key >> 32), int32(key) }

// advance moves a leader's high watermark to what every in-sync replica has
// (Partition.maybeIncrementLeaderHW), and lets followers know of the end.
func (a *act) advance(topic, part int32) {
	p, r := a.w.Partition(topic, part), a.w.LeaderReplica(topic, part)
	if r == nil {
		a.release(topic, part)
		return
	}
	hw := r.Log.EndOffset
	for i, id := range p.Replicas {
		if id != p.Leader && slices.Contains(p.ISR, id) {
			hw = min(hw, r.FollowerLEO[i])
		}
	}
	before := r.Log.HW
	if r.Log.RaiseHW(hw) && len(p.Replicas) > 1 {
		e := about(world.HighWatermarkMoved, p.Leader, r)
		e.From, e.To = before, r.Log.HW
		a.emit(e)
	}
	a.release(topic, part)
	a.replicate(topic, part)
}

// replicate begins a fetch of every follower that lacks records or the high watermark.
func (a *act) replicate(topic, part int32) {
	p, leader := a.w.Partition(topic, part), a.w.LeaderReplica(topic, part)
	if leader == nil {
		return
	}
	for _, id := range p.Replicas {
		b := a.w.Broker(id)
		if id == p.Leader || !b.Up {
			continue
		}
		f := b.Replica(topic, part)
		behind := f.Log.EndOffset != leader.Log.EndOffset
		if behind && f.BehindSince == world.Never {
			f.BehindSince = a.w.Now
			a.watchLag(id, topic, part)
		}
		joins := !slices.Contains(p.ISR, id)
		if f.Away || f.Fetching || a.cut(id, p.Leader) ||
			!behind && !joins && f.Log.HW == leader.Log.HW {
			continue
		}
		f.Fetching = true
		a.w.Push(world.Timer{Due: a.w.Now.Add(a.w.Cluster.Latency), Kind: world.TimerFetch,
			Node: id, Msg: partKey(topic, part)})
	}
}

// replicateAll looks at every partition: a broker or a link is back.
func (a *act) replicateAll() {
	for t := range a.w.Topics {
		for k := range a.w.Topics[t].Parts {
			a.replicate(int32(t), int32(k))
		}
	}
}

// follower finds the replica that a timer is about, if it can still hear its leader.
func (a *act) follower(t world.Timer) (f, leader *world.Replica, p *world.Partition) {
	topic, part := partOf(t.Msg)
	b := a.w.Broker(t.Node)
	if f = b.Replica(topic, part); f == nil {
		return nil, nil, nil
	}
	p, leader = a.w.Partition(topic, part), a.w.LeaderReplica(topic, part)
	if !b.Up || leader == nil || p.Leader == t.Node || f.Away || a.cut(t.Node, p.Leader) {
		f.Fetching = false
		return nil, nil, nil
	}
	return f, leader, p
}

// fetchArrives is a fetch response at a follower.
func (a *act) fetchArrives(t world.Timer) {
	f, leader, p := a.follower(t)
	if f == nil {
		return
	}
	a.copyFrom(t.Node, f, leader, p)
	t.Kind, t.Due = world.TimerFetched, a.w.Now.Add(a.w.Cluster.Latency)
	a.w.Push(t)
}

// copyFrom appends what the leader has beyond a follower's end, after cutting what it does not have
// (ReplicaFetcherThread, KIP-595). False when there was nothing to copy.
func (a *act) copyFrom(id world.NodeID, f, leader *world.Replica, p *world.Partition) bool {
	a.cutDiverged(id, f, leader)
	from := f.Log.EndOffset
	res := leader.Log.Fetch(from, log.ReadLogEnd, fetchBytesMax)
	if len(res.Batches) == 0 {
		f.Log.RaiseHW(min(leader.Log.HW, f.Log.EndOffset))
		return false
	}
	got, code := f.Log.AppendFollower(res.Batches, p.LeaderEpoch, a.w.Now.MS())
	b := a.w.Broker(id)
	for _, roll := range got.Rolls {
		a.rolled(b, f, roll)
	}
	f.Log.RaiseHW(min(leader.Log.HW, f.Log.EndOffset))
	e := about(world.Fetched, id, f)
	e.Peer, e.From, e.To, e.A, e.Code = p.Leader, from, f.Log.EndOffset-1, int64(res.Size), code
	a.emit(e)
	return code == errcode.None
}

// cutDiverged truncates a follower to where its history and its leader's part.
func (a *act) cutDiverged(id world.NodeID, f, leader *world.Replica) {
	latest, ok := f.Log.Epochs.Latest()
	to := leader.Log.EndOffset
	if ok {
		found, end, known := leader.Log.EndOffsetForEpoch(latest.Epoch)
		if known {
			to = end
			if _, own, same := f.Log.EndOffsetForEpoch(found); found != latest.Epoch && same {
				to = min(end, own)
			}
		}
	}
	if to >= f.Log.EndOffset {
		return
	}
	cut := f.Log.TruncateTo(to, a.w.Now.MS())
	e := about(world.Truncated, id, f)
	e.From, e.To, e.Why = cut.EndBefore, cut.End, why.Diverged
	a.emit(e)
}

// fetchCounts is the next fetch of a follower at its leader, which now knows how far it is.
func (a *act) fetchCounts(t world.Timer) {
	f, leader, p := a.follower(t)
	if f == nil {
		return
	}
	f.Fetching = false
	a.caughtUp(t.Node, f, leader, p, why.FollowerCaughtUp)
	a.advance(f.Topic, f.Part)
}

// caughtUp takes a follower's end into the leader's books, and the follower into the ISR once it
// has reached the high watermark (Partition.maybeExpandIsr).
func (a *act) caughtUp(id world.NodeID, f, leader *world.Replica, p *world.Partition,
	reason why.Why) {
	leader.FollowerLEO[slices.Index(p.Replicas, id)] = f.Log.EndOffset
	if f.Log.EndOffset >= leader.Log.EndOffset {
		f.BehindSince = world.Never
	}
	if f.Log.EndOffset < leader.Log.HW || slices.Contains(p.ISR, id) {
		return
	}
	p.ISR = append(p.ISR[:len(p.ISR):len(p.ISR)], id)
	slices.Sort(p.ISR)
	a.emit(world.Event{Kind: world.ISRChanged, Node: id, Topic: f.Topic, Part: f.Part, A: 1,
		B: int64(len(p.ISR)), Why: reason})
}

func (a *act) watchLag(id world.NodeID, topic, part int32) {
	a.w.Push(world.Timer{
		Due:  a.w.Now.Add(world.Span(a.w.Cluster.ReplicaLagMS) * world.Millisecond),
		Kind: world.TimerLag, Node: id, Msg: partKey(topic, part)})
}

// lagEnds takes a follower that has been behind for replica.lag.time.max.ms out of the ISR. Kafka
// looks only every half of that time, so there it can take up to half as long again.
func (a *act) lagEnds(t world.Timer) {
	topic, part := partOf(t.Msg)
	f := a.w.Broker(t.Node).Replica(topic, part)
	if f == nil || f.BehindSince == world.Never {
		return
	}
	due := f.BehindSince.Add(world.Span(a.w.Cluster.ReplicaLagMS) * world.Millisecond)
	if due > a.w.Now {
		t.Due = due
		a.w.Push(t)
		return
	}
	a.putOut(t.Node, f, why.FollowerLags)
}

// putOut takes a follower out of the ISR; the last one stays.
func (a *act) putOut(id world.NodeID, f *world.Replica, reason why.Why) {
	p := a.w.Partition(f.Topic, f.Part)
	if len(p.ISR) <= 1 || p.Leader == id || !slices.Contains(p.ISR, id) {
		return
	}
	p.ISR = slices.DeleteFunc(slices.Clone(p.ISR), func(n world.NodeID) bool { return n == id })
	a.emit(world.Event{Kind: world.ISRChanged, Node: id, Topic: f.Topic, Part: f.Part,
		B: int64(len(p.ISR)), C: a.w.Cluster.ReplicaLagMS, Why: reason})
	a.advance(f.Topic, f.Part)
}
