package why

// Reasons of the network and of people: faults, cuts, deaths, refused settings.
const (
	// DroppedByCommand loses a message that somebody pointed at.
	DroppedByCommand Why = networkBase + iota
	// DelayedByCommand holds a message up because somebody asked for it.
	DelayedByCommand
	// LinkCut loses a message because its link is cut.
	LinkCut
	// LinkCutByCommand cuts a link.
	LinkCutByCommand
	// LinkHealed heals a link.
	LinkHealed
	// ConnStalled holds up everything on a connection for a while.
	ConnStalled
	// ConnClosed loses a message because its connection was closed under it.
	ConnClosed
	// ConnClosedByCommand closes a connection.
	ConnClosedByCommand
	// ConnClosedByClient closes a connection because the client gave it up.
	ConnClosedByClient
	// ConnNotMade means that a connection could not be made, since the broker is down.
	ConnNotMade
	// BrokerIsDown loses a message because the broker that it was for is down.
	BrokerIsDown
	// ClientIsGone loses a message because the client that it was for has crashed.
	ClientIsGone
	// BrokerStopped takes a broker down in an orderly way.
	BrokerStopped
	// BrokerKilled takes a broker down at once.
	BrokerKilled
	// ConfigInvalid refuses a setting whose value Kafka does not allow.
	ConfigInvalid
	// ConfigBelowMinimum refuses a setting below its least value.
	ConfigBelowMinimum
	// NotTheLeader refuses a request for a partition that another broker leads.
	NotTheLeader
	// TooFewInSync refuses a write because the ISR is below min.insync.replicas.
	TooFewInSync
	// LastInSync keeps the leadership until the last in-sync replica returns.
	LastInSync
	// BehindLost loses a message behind a lost one: TCP delivers in order or not at all.
	BehindLost
	// ConnClosedByBroker closes a connection because a request with acks=0 failed: there is no
	// other way to say so.
	ConnClosedByBroker
	// NotAuthorized refuses a write to a topic that the client may not write.
	NotAuthorized
	// DeniedByCommand takes a client's right to write to a topic.
	DeniedByCommand
	// AllowedByCommand gives it back.
	AllowedByCommand
)

var networkKeys = [...]string{
	"dropped-by-command",
	"delayed-by-command",
	"link-cut",
	"link-cut-by-command",
	"link-healed",
	"conn-stalled",
	"conn-closed",
	"conn-closed-by-command",
	"conn-closed-by-client",
	"conn-not-made",
	"broker-is-down",
	"client-is-gone",
	"broker-stopped",
	"broker-killed",
	"config-invalid",
	"config-below-minimum",
	"not-the-leader",
	"too-few-in-sync",
	"last-in-sync",
	"behind-lost",
	"conn-closed-by-broker",
	"not-authorized",
	"denied-by-command",
	"allowed-by-command",
}
