package producer

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/why"
)

func configured(t *testing.T, settings string) (Config, []Adjustment, error) {
	config := DefaultConfig()
	for _, s := range strings.Fields(settings) {
		name, value, _ := strings.Cut(s, "=")
		var err error
		config, err = config.With(name, value)
		if err != nil {
			return config, nil, err
		}
	}
	return config.Validate()
}

func TestRefusedConfigurations(t *testing.T) {
	for _, c := range []struct{ settings, says string }{
		{"enable.idempotence=true retries=0",
			"Must set retries to non-zero when using the idempotent producer."},
		{"enable.idempotence=true acks=1", "Must set acks to all in order to use the idempotent " +
			"producer. Otherwise we cannot guarantee idempotence."},
		{"max.in.flight.requests.per.connection=6", "To use the idempotent " +
			"producer, max.in.flight.requests.per.connection must be set to at most 5. Current " +
			"value is 6."},
		{"acks=1 max.in.flight.requests.per.connection=6", "To use the idempotent " +
			"producer, max.in.flight.requests.per.connection must be set to at most 5. Current " +
			"value is 6."},
		{"delivery.timeout.ms=30000", "delivery.timeout.ms should be equal to or larger than " +
			"linger.ms + request.timeout.ms"},
		{"acks=2", "Invalid value 2 for configuration acks: String must be one of: all, -1, 0, 1"},
		{"retries=-1", "Invalid value -1 for configuration retries: Value must be at least 0"},
		{"max.in.flight.requests.per.connection=0", "Invalid value 0 for configuration " +
			"max.in.flight.requests.per.connection: Value must be at least 1"},
		{"retries=many", "Invalid value many for configuration retries: Not a number of type INT"},
		{"linger.ms=99999999999999999999",
			"Invalid value 99999999999999999999 for configuration linger.ms: Not a number of type LONG"},
		{"enable.idempotence=yes", "Invalid value yes for configuration enable.idempotence: " +
			"Expected value to be either true or false"},
		{"compression.type=brotli", "Invalid value brotli for configuration compression.type: " +
			"String must be one of: none, gzip, snappy, lz4, zstd"},
		{"linger=5", `unknown producer configuration "linger", did you mean "linger.ms"?`},
		{"rack.of.the.producer=5", `unknown producer configuration "rack.of.the.producer"`},
	} {
		t.Run(c.settings, func(t *testing.T) {
			_, _, err := configured(t, c.settings)
			require.EqualError(t, err, c.says)
		})
	}
}

func TestAdjustedConfigurations(t *testing.T) {
	for _, c := range []struct {
		settings   string
		idempotent bool
		did        []Adjustment
	}{
		{"", true, nil},
		{"acks=-1 retries=1 max.in.flight.requests.per.connection=1", true, nil},
		{"acks=1", false, []Adjustment{{"enable.idempotence", "false", why.IdempotenceOffAcks}}},
		{"retries=0", false,
			[]Adjustment{{"enable.idempotence", "false", why.IdempotenceOffRetries}}},
		{"enable.idempotence=false acks=0 max.in.flight.requests.per.connection=100", false, nil},
		{"linger.ms=100000 request.timeout.ms=100000", true,
			[]Adjustment{{"delivery.timeout.ms", "200000", why.DeliveryTimeoutRaised}}},
	} {
		t.Run(c.settings, func(t *testing.T) {
			config, did, err := configured(t, c.settings)
			require.NoError(t, err)
			require.Equal(t, c.idempotent, config.EnableIdempotence)
			require.Equal(t, c.did, did)
		})
	}
}

func TestEverySettingReadsBackWhatItWasSet(t *testing.T) {
	names := SettingNames()
	require.IsIncreasing(t, names)
	for _, name := range names {
		value, ok := DefaultConfig().Get(name)
		require.True(t, ok, name)
		config, err := DefaultConfig().With(name, value)
		require.NoError(t, err, name)
		config.asked = 0
		require.Equal(t, DefaultConfig(), config, name)
	}
	_, ok := DefaultConfig().Get("nothing")
	require.False(t, ok)
}

func TestDefaults(t *testing.T) {
	for name, value := range map[string]string{
		"acks": "all", "batch.size": "16384", "buffer.memory": "33554432",
		"compression.type": "none", "delivery.timeout.ms": "120000", "enable.idempotence": "true",
		"linger.ms": "5", "max.block.ms": "60000", "max.request.size": "1048576",
		"max.in.flight.requests.per.connection": "5", "request.timeout.ms": "30000",
		"retries": "2147483647", "retry.backoff.ms": "100", "retry.backoff.max.ms": "1000",
		"reconnect.backoff.ms": "50", "reconnect.backoff.max.ms": "1000",
		"metadata.max.age.ms": "300000", "partitioner.adaptive.partitioning.enable": "true",
		"partitioner.availability.timeout.ms": "0", "partitioner.ignore.keys": "false",
	} {
		got, ok := DefaultConfig().Get(name)
		require.True(t, ok, name)
		require.Equal(t, value, got, name)
	}
}

func TestBackoff(t *testing.T) {
	for _, c := range []struct {
		initial, max int64
		want         []int64
	}{
		{100, 1000, []int64{100, 200, 400, 800, 1000, 1000}},
		{50, 1000, []int64{50, 100, 200, 400, 800, 1000}},
		{1000, 100, []int64{100, 100, 100}},
		{100, 100, []int64{100, 100}},
		{0, 1000, []int64{0, 0}},
	} {
		for attempt, want := range c.want {
			require.Equal(t, want, ExponentialMS(c.initial, c.max, int32(attempt)))
		}
	}
	require.Equal(t, int64(1000), ExponentialMS(100, 1000, 1<<30))
}

func TestJitterIsAFifthEachWay(t *testing.T) {
	config := DefaultConfig()
	c := New("p", config, 7)
	low, high := int64(1000), int64(0)
	for range 2000 {
		ms := c.retryBackoffMS(2)
		low, high = min(low, ms), max(high, ms)
		require.LessOrEqual(t, c.retryBackoffMS(9), int64(1000))
	}
	require.Equal(t, int64(160), low)
	require.Equal(t, int64(239), high)
	c.Config.RetryBackoffMaxMS = 100
	require.Equal(t, int64(100), c.retryBackoffMS(3), "a constant delay has no jitter")
}

// TestForEver: Long.MAX_VALUE is a number of type LONG. It is kept as the longest time that can be
// added to any moment.
func TestForEver(t *testing.T) {
	for _, name := range []string{"max.block.ms", "linger.ms", "retry.backoff.max.ms",
		"metadata.max.age.ms", "socket.connection.setup.timeout.max.ms", "buffer.memory"} {
		config, did, err := configured(t, name+"=9223372036854775807")
		require.NoError(t, err, name)
		require.Less(t, len(did), 2, name)
		kept, _ := config.Get(name)
		require.Equal(t, strconv.FormatInt(longMost, 10), kept, name)
	}
	most := int64(longMost) // twice, as microseconds, and there is still room
	require.Positive(t, 2*most*int64(Millisecond))
	_, _, err := configured(t, "request.timeout.ms=2147483648")
	require.EqualError(t, err, "Invalid value 2147483648 for configuration request.timeout.ms: "+
		"Not a number of type INT")
}
