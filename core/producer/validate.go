package producer

import (
	"strconv"

	"highwater/core/why"
)

// ConfigError is a ConfigException: Kafka's words for a configuration that it refuses.
type ConfigError struct{ Text string }

// Error is the message of the exception.
func (e *ConfigError) Error() string { return e.Text }

// invalidValue words a refusal as ConfigException(name, value, message) does.
func invalidValue(value, name, complaint string) error {
	return &ConfigError{
		Text: "Invalid value " + value + " for configuration " + name + ": " + complaint}
}

// Adjustment is a setting that Kafka changed by itself, which it only logs.
type Adjustment struct {
	Setting string
	Value   string
	Why     why.Why
}

// Validate is the configuration a client works with: ProducerConfig's
// postProcessAndValidateIdempotenceConfigs and KafkaProducer.configureDeliveryTimeout.
//
// Idempotence that is on only by default gives way silently to acks or retries that exclude it;
// asked for, it makes them an error. More than five requests in flight are an error either way.
func (c Config) Validate() (Config, []Adjustment, error) {
	var did []Adjustment
	c, did, err := c.validateIdempotence(did)
	if err != nil {
		return c, nil, err
	}
	return c.validateDeliveryTimeout(did)
}

func (c Config) validateIdempotence(did []Adjustment) (Config, []Adjustment, error) {
	if !c.EnableIdempotence {
		return c, did, nil
	}
	off := func(reason why.Why) {
		did = append(did, Adjustment{Setting: "enable.idempotence", Value: "false", Why: reason})
	}
	insisted := c.asked&askedIdempotence != 0
	if c.Retries == 0 {
		if insisted {
			return c, did, &ConfigError{
				Text: "Must set retries to non-zero when using the idempotent producer."}
		}
		off(why.IdempotenceOffRetries)
	}
	if c.Acks != -1 {
		if insisted {
			return c, did, &ConfigError{Text: "Must set acks to all in order to use the " +
				"idempotent producer. Otherwise we cannot guarantee idempotence."}
		}
		off(why.IdempotenceOffAcks)
	}
	if c.MaxInFlight > MaxInFlightForIdempotence {
		return c, did, &ConfigError{Text: "To use the idempotent producer, " +
			"max.in.flight.requests.per.connection must be set to at most 5. Current value is " +
			strconv.Itoa(int(c.MaxInFlight)) + "."}
	}
	c.EnableIdempotence = len(did) == 0
	return c, did, nil
}

func (c Config) validateDeliveryTimeout(did []Adjustment) (Config, []Adjustment, error) {
	least := c.LingerMS + c.RequestTimeoutMS
	if c.DeliveryTimeoutMS >= least {
		return c, did, nil
	}
	if c.asked&askedDeliveryTimeout != 0 {
		return c, did, &ConfigError{Text: "delivery.timeout.ms should be equal to or larger than " +
			"linger.ms + request.timeout.ms"}
	}
	c.DeliveryTimeoutMS = least
	return c, append(did, Adjustment{Setting: "delivery.timeout.ms",
		Value: strconv.FormatInt(least, 10), Why: why.DeliveryTimeoutRaised}), nil
}

// unknownSetting says what was probably meant. Kafka itself only logs a name it does not know.
func unknownSetting(name string) string {
	best, distance := "", len(name)/2+1
	for i := range settings {
		if d := editDistance(name, settings[i].name); d < distance {
			best, distance = settings[i].name, d
		}
	}
	text := "unknown producer configuration " + strconv.Quote(name)
	if best == "" {
		return text
	}
	return text + ", did you mean " + strconv.Quote(best) + "?"
}

// editDistance counts the bytes to insert, remove or change; names beyond 100 bytes are hopeless.
func editDistance(a, b string) int {
	if len(a) > 100 {
		return len(a)
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
