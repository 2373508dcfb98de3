package line

// Limits of what a line may ask for.
const (
	// BrokersMax is how many brokers a cluster may have.
	BrokersMax = 9
	// PartitionsMax is how many partitions a topic may have.
	PartitionsMax = 24
	// RecordsMax is how many records one line may produce.
	RecordsMax = 10_000
	// ValueBytesMax is how large a value may be.
	ValueBytesMax = 1 << 20
)

const offsetMax = 1<<62 - 1

func must(name string, kind ValueKind) Spec { return Spec{Name: name, Kind: kind, Must: true} }

func place(name string, kind ValueKind) Spec {
	return Spec{Name: name, Kind: kind, Must: true, Place: true}
}

func number(name string, low, high int64) Spec {
	return Spec{Name: name, Kind: IsNumber, Min: low, Max: high}
}

func choice(name string, of ...string) Spec {
	return Spec{Name: name, Kind: IsChoice, Choices: of}
}

func optional(s Spec) Spec {
	s.Must = false
	return s
}

func at(s Spec) Spec {
	s.Place = true
	return s
}

func oneOf(name string, of ...string) Spec {
	return Spec{Name: name, Kind: IsChoice, Choices: of, Must: true, Place: true}
}

func partition() Spec { return number("partition", 0, PartitionsMax-1) }

// records are the arguments that say what is sent.
func records() []Spec {
	return []Spec{
		partition(),
		{Name: "records", Kind: IsList},
		number("count", 1, RecordsMax),
		number("first", 0, offsetMax),
		{Name: "key", Kind: IsText},
		{Name: "value", Kind: IsText},
		number("size", 0, ValueBytesMax),
		choice("fill", "letter", "json", "noise"),
		{Name: "tombstone", Kind: IsFlag},
		{Name: "every", Kind: IsSpan},
	}
}

func worldVerbs() []Verb { return append(clusterVerbs(), networkVerbs()...) }

func clusterVerbs() []Verb {
	return []Verb{
		{Name: "cluster", Help: "Makes the brokers; it is the first line of every history.",
			Args: []Spec{number("brokers", 1, BrokersMax), number("seed", 0, offsetMax),
				choice("version", "3.9", "4.0", "4.1", "4.2", "4.3", "4.4", "4.5"),
				{Name: "latency", Kind: IsSpan}}, Settings: true},
		{Name: "topic", Help: "Makes a topic with its settings.", Settings: true,
			Args: []Spec{place("topic", IsName), number("partitions", 1, PartitionsMax),
				number("replicas", 1, BrokersMax)}},
		{Name: "producer", Help: "Makes a producer client with its settings.", Settings: true,
			Args: []Spec{place("client", IsName)}},
		{Name: "produce", Help: "Sends records one after another and lets time run until every " +
			"one is answered; all of it is one step.",
			Args: append([]Spec{place("client", IsName), place("topic", IsName)}, records()...)},
		{Name: "send", Help: "The application calls send; what follows happens as time passes.",
			Args: append([]Spec{place("client", IsName), place("topic", IsName)}, records()...)},
		{Name: "consume", Help: "A consumer reads a topic from its beginning to its end.",
			Args: []Spec{place("client", IsName), place("topic", IsName), partition(),
				choice("isolation", "read_uncommitted", "read_committed")}},
		{Name: "offsets", Help: "Asks for the earliest and the latest offset of a partition.",
			Args: []Spec{place("topic", IsName), partition()}},
		{Name: "alter", Help: "Changes settings of a topic, as kafka-configs --alter does.",
			Args: []Spec{place("topic", IsName)}, Settings: true},
		{Name: "delete-records",
			Help: "Moves the log start offset; before=-1 is the high watermark.",
			Args: []Spec{place("topic", IsName), partition(),
				{Name: "before", Kind: IsNumber, Must: true, Min: -1, Max: offsetMax}}},
		{Name: "clean", Help: "Wakes the cleaner of a broker now instead of after its back-off.",
			Args: []Spec{place("broker", IsBroker), optional(at(must("topic", IsName))),
				partition()}},
		{Name: "stop", Help: "Stops a broker in an orderly way.",
			Args: []Spec{place("broker", IsBroker)}},
		{Name: "kill",
			Help: "Kills a broker: nothing is flushed, no clean-shutdown mark is left; " +
				"with losing, its power fails, and as many batches of each log were not on disk.",
			Args: []Spec{place("broker", IsBroker), number("losing", 0, RecordsMax)}},
		{Name: "start", Help: "Starts a broker that was stopped or killed.",
			Args: []Spec{place("broker", IsBroker)}},
		{Name: "wait", Help: "Lets time pass: for a while, until nothing is under way, or until " +
			"something happens. With brief, its steps are counted and not printed.",
			Args: []Spec{{Name: "brief", Kind: IsFlag}, optional(place("time", IsSpan)),
				choice("until", "quiet", "change")}},
		{Name: "isr", Help: "Takes a follower out of the in-sync replicas, lets it in again, or " +
			"keeps it from fetching until replica.lag.time.max.ms puts it out.",
			Args: []Spec{place("broker", IsBroker), oneOf("change", "out", "in", "slow"),
				optional(at(must("topic", IsName))), partition()}},
		{Name: "acl", Help: "Denies or allows a client to write to a topic.",
			Args: []Spec{place("client", IsName), oneOf("change", "deny", "allow"),
				place("topic", IsName)}},
		{Name: "raw",
			Help: "Hands the leader a batch made by hand, as no correct client would send " +
				"it, and shows the verdict.",
			Args: []Spec{place("topic", IsName), partition(), number("pid", -1, offsetMax),
				number("epoch", -1, 1<<15-1), number("seq", -1, 1<<31-1),
				number("count", 1, RecordsMax)}},
	}
}

// networkVerbs act on messages, connections and clients.
func networkVerbs() []Verb {
	return []Verb{
		{Name: "drop",
			Help: "Loses a message that is on the way, and all behind it on its connection.",
			Args: []Spec{place("message", IsMessage)}},
		{Name: "delay", Help: "Holds a message up, and everything behind it on its connection.",
			Args: []Spec{place("message", IsMessage), must("by", IsSpan)}},
		{Name: "cut", Help: "Cuts the link between two nodes until it is healed.",
			Args: []Spec{place("from", IsName), place("to", IsName)}},
		{Name: "heal", Help: "Heals a link that was cut.",
			Args: []Spec{place("from", IsName), place("to", IsName)}},
		{Name: "stall", Help: "Stalls the connection of a client to a broker for a while.",
			Args: []Spec{place("client", IsName), place("broker", IsBroker), must("for", IsSpan)}},
		{Name: "disconnect", Help: "Breaks the connection of a client to a broker once.",
			Args: []Spec{place("client", IsName), place("broker", IsBroker)}},
		{Name: "flush", Help: "Sends what a producer holds without lingering.",
			Args: []Spec{place("client", IsName)}},
		{Name: "crash", Help: "Ends a producer at once, with all that it had not sent.",
			Args: []Spec{place("client", IsName)}},
		{Name: "restart", Help: "Starts a producer anew, without any memory.", Settings: true,
			Args: []Spec{place("client", IsName)}},
	}
}
