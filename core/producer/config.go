package producer

import (
	"math"

	"highwater/core/record"
)

// MaxInFlightForIdempotence is
// ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION_FOR_IDEMPOTENCE: it is paired with the
// number of batches that a broker remembers (NUM_BATCHES_TO_RETAIN).
const MaxInFlightForIdempotence = 5

// Config is a producer configuration under Kafka's names. The zero value is not usable: begin with
// DefaultConfig, change it with With, and call Validate to get what a client works with.
type Config struct {
	EnableIdempotence     bool         // enable.idempotence
	Acks                  int16        // acks; all is -1
	Retries               int32        // retries
	MaxInFlight           int32        // max.in.flight.requests.per.connection
	BatchSize             int32        // batch.size
	LingerMS              int64        // linger.ms
	BufferMemory          int64        // buffer.memory
	MaxBlockMS            int64        // max.block.ms
	MaxRequestSize        int32        // max.request.size
	RequestTimeoutMS      int64        // request.timeout.ms
	DeliveryTimeoutMS     int64        // delivery.timeout.ms
	RetryBackoffMS        int64        // retry.backoff.ms
	RetryBackoffMaxMS     int64        // retry.backoff.max.ms
	ReconnectBackoffMS    int64        // reconnect.backoff.ms
	ReconnectBackoffMaxMS int64        // reconnect.backoff.max.ms
	SetupTimeoutMS        int64        // socket.connection.setup.timeout.ms
	SetupTimeoutMaxMS     int64        // socket.connection.setup.timeout.max.ms
	MetadataMaxAgeMS      int64        // metadata.max.age.ms
	Compression           record.Codec // compression.type
	AdaptivePartitioning  bool         // partitioner.adaptive.partitioning.enable
	AvailabilityTimeoutMS int64        // partitioner.availability.timeout.ms
	IgnoreKeys            bool         // partitioner.ignore.keys

	// Jitter multiplies back-offs by a factor of 0.8 to 1.2, drawn once an attempt. Kafka always
	// does; a story with round numbers turns it off.
	Jitter bool // highwater.jitter
	// ModuloSequences compares sequences modulo 2^31. The Java client compares plain integers,
	// which goes wrong around the wrap: TxnPartitionMap.updateLastAckedSequence, ProducerBatch
	// ordering.
	ModuloSequences bool // highwater.modulo.sequences
	// Cold begins with nothing but bootstrap.servers: metadata, connections and the producer id are
	// fetched. Otherwise the client begins as if it had been at work for long.
	Cold bool // highwater.cold
	// FirstSequence is where the first life of each partition begins to count; Kafka's begin at 0.
	// 2^31 records are too many to send before something happens at the wrap.
	FirstSequence int32 // highwater.first.sequence

	asked asked
}

// asked marks the settings that the user gave himself, where Kafka treats them differently.
type asked uint8

const (
	askedIdempotence asked = 1 << iota
	askedDeliveryTimeout
)

// DefaultConfig is the configuration of a 4.2 producer that was told nothing.
func DefaultConfig() Config {
	return Config{
		EnableIdempotence:     true,
		Acks:                  -1,
		Retries:               math.MaxInt32,
		MaxInFlight:           5,
		BatchSize:             16384,
		LingerMS:              5,
		BufferMemory:          32 << 20,
		MaxBlockMS:            60000,
		MaxRequestSize:        1 << 20,
		RequestTimeoutMS:      30000,
		DeliveryTimeoutMS:     120000,
		RetryBackoffMS:        100,
		RetryBackoffMaxMS:     1000,
		ReconnectBackoffMS:    50,
		ReconnectBackoffMaxMS: 1000,
		SetupTimeoutMS:        10000,
		SetupTimeoutMaxMS:     30000,
		MetadataMaxAgeMS:      300000,
		AdaptivePartitioning:  true,
		Jitter:                true,
	}
}

// setting is one name of ProducerConfig: where its value lives and what values are allowed.
type setting struct {
	name string
	set  func(c *Config, value string) string // the complaint of ConfigDef, or ""
	get  func(c *Config) string
	mark asked
}

// settings is ordered by name.
var settings = [...]setting{
	{name: "acks", set: setAcks, get: getAcks},
	intSetting("batch.size", 0, func(c *Config) *int32 { return &c.BatchSize }),
	longSetting("buffer.memory", 0, func(c *Config) *int64 { return &c.BufferMemory }),
	{name: "compression.type", set: setCodec, get: getCodec},
	timeSetting("delivery.timeout.ms", func(c *Config) *int64 { return &c.DeliveryTimeoutMS }).
		marked(askedDeliveryTimeout),
	boolSetting("enable.idempotence", func(c *Config) *bool { return &c.EnableIdempotence }).
		marked(askedIdempotence),
	boolSetting("highwater.cold", func(c *Config) *bool { return &c.Cold }),
	intSetting("highwater.first.sequence", 0,
		func(c *Config) *int32 { return &c.FirstSequence }),
	boolSetting("highwater.jitter", func(c *Config) *bool { return &c.Jitter }),
	boolSetting("highwater.modulo.sequences", func(c *Config) *bool { return &c.ModuloSequences }),
	longSetting("linger.ms", 0, func(c *Config) *int64 { return &c.LingerMS }),
	longSetting("max.block.ms", 0, func(c *Config) *int64 { return &c.MaxBlockMS }),
	intSetting("max.in.flight.requests.per.connection", 1,
		func(c *Config) *int32 { return &c.MaxInFlight }),
	intSetting("max.request.size", 0, func(c *Config) *int32 { return &c.MaxRequestSize }),
	longSetting("metadata.max.age.ms", 0, func(c *Config) *int64 { return &c.MetadataMaxAgeMS }),
	boolSetting("partitioner.adaptive.partitioning.enable",
		func(c *Config) *bool { return &c.AdaptivePartitioning }),
	longSetting("partitioner.availability.timeout.ms", 0,
		func(c *Config) *int64 { return &c.AvailabilityTimeoutMS }),
	boolSetting("partitioner.ignore.keys", func(c *Config) *bool { return &c.IgnoreKeys }),
	longSetting("reconnect.backoff.max.ms", 0,
		func(c *Config) *int64 { return &c.ReconnectBackoffMaxMS }),
	longSetting("reconnect.backoff.ms", 0, func(c *Config) *int64 { return &c.ReconnectBackoffMS }),
	timeSetting("request.timeout.ms", func(c *Config) *int64 { return &c.RequestTimeoutMS }),
	intSetting("retries", 0, func(c *Config) *int32 { return &c.Retries }),
	longSetting("retry.backoff.max.ms", 0, func(c *Config) *int64 { return &c.RetryBackoffMaxMS }),
	longSetting("retry.backoff.ms", 0, func(c *Config) *int64 { return &c.RetryBackoffMS }),
	longSetting("socket.connection.setup.timeout.max.ms", 0,
		func(c *Config) *int64 { return &c.SetupTimeoutMaxMS }),
	longSetting("socket.connection.setup.timeout.ms", 0,
		func(c *Config) *int64 { return &c.SetupTimeoutMS }),
}

// With is the configuration with one more setting. An unknown name and a value that ConfigDef would
// refuse are a *ConfigError; rules between settings are checked by Validate.
func (c Config) With(name, value string) (Config, error) {
	s := findSetting(name)
	if s == nil {
		return c, &ConfigError{Text: unknownSetting(name)}
	}
	if complaint := s.set(&c, value); complaint != "" {
		return c, invalidValue(value, name, complaint)
	}
	c.asked |= s.mark
	return c, nil
}

// Get is the value of a setting as text, and whether there is a setting of that name.
func (c Config) Get(name string) (string, bool) {
	s := findSetting(name)
	if s == nil {
		return "", false
	}
	return s.get(&c), true
}

// SettingNames are the names that With knows, in order.
func SettingNames() []string {
	names := make([]string, len(settings))
	for i := range settings {
		names[i] = settings[i].name
	}
	return names
}

func findSetting(name string) *setting {
	for i := range settings {
		if settings[i].name == name {
			return &settings[i]
		}
	}
	return nil
}
