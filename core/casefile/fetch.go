package casefile

import (
	"fmt"
	"strings"

	"highwater/core/errcode"
	"highwater/core/log"
)

// fetchRounds bounds the requests of one `fetch`, so that two logs whose epochs contradict their
// batches cannot send each other round for ever. Every round appends a segment or cuts the
// follower.
const fetchRounds = 1 << 12

// fetching is a follower that copies from a leader until it has everything
// (AbstractFetcherThread).
type fetching struct {
	r         *runner
	f, l      *log.Log
	truncated []string
	ranges    []string
}

func (r *runner) fetch(f, l *log.Log) []string {
	c := fetching{r: r, f: f, l: l}
	for range fetchRounds {
		done, code := c.round()
		if code != errcode.None {
			return one("error %s", code)
		}
		if done {
			return one("%s", c.outcome())
		}
	}
	return one("error the follower does not come to an end")
}

func (c *fetching) outcome() string {
	out := "ok"
	if len(c.truncated) > 0 {
		out += " truncated=" + strings.Join(c.truncated, ",")
	}
	ranges := none
	if len(c.ranges) > 0 {
		ranges = strings.Join(c.ranges, ",")
	}
	return fmt.Sprintf("%s %s leo=%d hw=%d", out, ranges, c.f.EndOffset, c.f.HW)
}

// round sends one fetch and does what the answer asks for. It is done when there is no more data.
func (c *fetching) round() (done bool, code errcode.Code) {
	if c.f.EndOffset < c.l.LogStart {
		c.f.TruncateFully(c.l.LogStart, c.r.now)
		c.cut(c.l.LogStart)
		return false, errcode.None
	}
	if again, code := c.diverged(); again || code != errcode.None {
		return false, code
	}
	res := c.l.Fetch(c.f.EndOffset, log.ReadLogEnd, readMax)
	if res.Code != errcode.None {
		return false, res.Code
	}
	if len(res.Batches) == 0 {
		c.follow()
		return true, errcode.None
	}
	first := res.Batches[0].BaseOffset
	if c.f.LogStart == c.f.EndOffset && first < c.f.EndOffset {
		// The leader's log start lies inside a batch: an empty follower begins with all of it.
		c.f.TruncateFully(first, c.r.now)
	}
	got, code := c.f.AppendFollower(res.Batches, c.r.epoch, c.r.now)
	if code != errcode.None {
		return false, code
	}
	if got.First < 0 {
		c.follow()
		return true, errcode.None
	}
	c.ranges = append(c.ranges, fmt.Sprintf("%d..%d", got.First, got.Last))
	c.follow()
	return false, errcode.None
}

// follow takes over the leader's high watermark and log start offset.
func (c *fetching) follow() {
	c.f.SetHW(min(c.l.HW, c.f.EndOffset))
	if c.l.LogStart > c.f.LogStart {
		c.f.RaiseLogStart(c.l.LogStart)
	}
}

func (c *fetching) cut(offset int64) {
	c.truncated = append(c.truncated, fmt.Sprint(offset))
}

// diverged asks the leader where the follower's last epoch ended and cuts what the leader does not
// have (KIP-595, AbstractFetcherThread.getOffsetTruncationState).
func (c *fetching) diverged() (again bool, code errcode.Code) {
	latest, ok := c.f.Epochs.Latest()
	if !ok {
		return false, errcode.None
	}
	end := c.f.EndOffset
	epoch, leaderEnd := c.l.Epochs.EndOffsetFor(latest.Epoch, c.l.EndOffset)
	if leaderEnd == log.UndefinedOffset {
		if c.l.EndOffset >= end {
			return false, errcode.OffsetOutOfRange
		}
		c.truncate(c.l.EndOffset)
		return true, errcode.None
	}
	if epoch >= latest.Epoch && leaderEnd >= end {
		return false, errcode.None
	}
	target := min(leaderEnd, end)
	ownEpoch, ownEnd := c.f.Epochs.EndOffsetFor(epoch, end)
	switch {
	case ownEnd == log.UndefinedOffset:
	case ownEpoch != epoch:
		target = min(ownEnd, end)
	default:
		target = min(ownEnd, leaderEnd, end)
	}
	c.truncate(target)
	return true, errcode.None
}

func (c *fetching) truncate(offset int64) {
	c.f.TruncateTo(offset, c.r.now)
	c.cut(offset)
}
