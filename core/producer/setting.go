package producer

import (
	"math"
	"strconv"
	"strings"

	"highwater/core/record"
)

// The complaints of Kafka's ConfigDef.
const (
	notInt    = "Not a number of type INT"
	notLong   = "Not a number of type LONG"
	notBool   = "Expected value to be either true or false"
	notAcks   = "String must be one of: all, -1, 0, 1"
	notCodec  = "String must be one of: none, gzip, snappy, lz4, zstd"
	notEnough = "Value must be at least "
)

func (s setting) marked(m asked) setting {
	s.mark = m
	return s
}

func intSetting(name string, least int32, field func(*Config) *int32) setting {
	set := func(c *Config, value string) string {
		n, err := strconv.ParseInt(value, 10, 32)
		if err != nil {
			return notInt
		}
		if int32(n) < least {
			return notEnough + strconv.Itoa(int(least))
		}
		*field(c) = int32(n)
		return ""
	}
	get := func(c *Config) string { return strconv.Itoa(int(*field(c))) }
	return setting{name: name, set: set, get: get}
}

// longMost is what still fits when milliseconds are counted as microseconds.
const longMost = math.MaxInt64 / int64(Millisecond) / 4

// longSetting takes any LONG; Long.MAX_VALUE, which people write for "for ever", is bounded at
// longMost, some 70 000 years.
func longSetting(name string, least int64, field func(*Config) *int64) setting {
	return wideSetting(name, notLong, 64, least, field)
}

// timeSetting is a period that Kafka keeps as an INT of milliseconds.
func timeSetting(name string, field func(*Config) *int64) setting {
	return wideSetting(name, notInt, 32, 0, field)
}

func wideSetting(name, notNumber string, bits int, least int64,
	field func(*Config) *int64) setting {
	set := func(c *Config, value string) string {
		n, err := strconv.ParseInt(value, 10, bits)
		if err != nil {
			return notNumber
		}
		if n < least {
			return notEnough + strconv.FormatInt(least, 10)
		}
		*field(c) = min(n, longMost)
		return ""
	}
	get := func(c *Config) string { return strconv.FormatInt(*field(c), 10) }
	return setting{name: name, set: set, get: get}
}

func boolSetting(name string, field func(*Config) *bool) setting {
	set := func(c *Config, value string) string {
		switch strings.ToLower(value) {
		case "true":
			*field(c) = true
		case "false":
			*field(c) = false
		default:
			return notBool
		}
		return ""
	}
	get := func(c *Config) string { return strconv.FormatBool(*field(c)) }
	return setting{name: name, set: set, get: get}
}

func setAcks(c *Config, value string) string {
	switch value {
	case "all", "-1":
		c.Acks = -1
	case "0":
		c.Acks = 0
	case "1":
		c.Acks = 1
	default:
		return notAcks
	}
	return ""
}

func getAcks(c *Config) string {
	if c.Acks == -1 {
		return "all"
	}
	return strconv.Itoa(int(c.Acks))
}

func setCodec(c *Config, value string) string {
	codec, err := record.ParseCodec(value)
	if err != nil {
		return notCodec
	}
	c.Compression = codec
	return ""
}

func getCodec(c *Config) string { return c.Compression.String() }
