package why

// Reasons of replication: who is in sync, how far, and what a write waited for.
const (
	// OutOfISRByCommand takes a follower out of the ISR because somebody asked for it.
	OutOfISRByCommand Why = replicationBase + iota
	// IntoISRByCommand lets a follower catch up and in again because somebody asked for it.
	IntoISRByCommand
	// FollowerSlowed keeps a follower from fetching because somebody asked for it.
	FollowerSlowed
	// FollowerLags takes a follower out of the ISR after replica.lag.time.max.ms.
	FollowerLags
	// FollowerCaughtUp lets a follower in: it has reached the leader's high watermark.
	FollowerCaughtUp
	// TooFewAfterAppend answers a write that is in the log while the ISR fell below the minimum.
	TooFewAfterAppend
	// ReplicasTooSlow gives up waiting for replicas after the request's timeout; the write is in
	// the leader's log.
	ReplicasTooSlow
	// LeaderMoved gives up waiting because another broker leads now.
	LeaderMoved
	// PowerLost loses the end of a log that had not reached the disk.
	PowerLost
	// Diverged cuts the end of a follower's log that its leader does not have (KIP-101).
	Diverged
	// LeftWithBroker takes a follower out of the ISR because its broker went down.
	LeftWithBroker
)

var replicationKeys = [...]string{
	"out-of-isr-by-command",
	"into-isr-by-command",
	"follower-slowed",
	"follower-lags",
	"follower-caught-up",
	"too-few-after-append",
	"replicas-too-slow",
	"leader-moved",
	"power-lost",
	"diverged",
	"left-with-broker",
}
