package log

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"highwater/core/errcode"
	"highwater/core/record"
)

// ConfigError is a refused configuration. On the wire it is INVALID_CONFIG.
type ConfigError struct {
	Key, Value string
	// Text is the whole sentence, in Kafka's words.
	Text string
}

// Error is Kafka's sentence.
func (e *ConfigError) Error() string { return e.Text }

// Code is the protocol error of every refused configuration.
func (e *ConfigError) Code() errcode.Code { return errcode.InvalidConfig }

func invalid(key, value, text string) error {
	return &ConfigError{Key: key, Value: value,
		Text: "Invalid value " + value + " for configuration " + key + ": " + text}
}

// setting is one configuration: how it is read, what is legal, and where it goes.
type setting struct {
	key string
	set func(c *Config, value string) error
	get func(c *Config) string
}

// With returns the configuration with one more setting, by Kafka's name. Rules between two
// settings are left to Validate, because the order of several changes must not matter.
func (c Config) With(key, value string) (Config, error) {
	s, ok := findSetting(key)
	if !ok {
		return c, &ConfigError{Key: key, Value: value, Text: "Unknown topic config name: " + key}
	}
	changed := c
	if err := s.set(&changed, value); err != nil {
		return c, err
	}
	return changed, nil
}

// WithAll applies settings, given as key, value, key, value, and validates the result.
func (c Config) WithAll(pairs ...string) (Config, error) {
	changed := c
	var err error
	for i := 0; i+1 < len(pairs); i += 2 {
		if changed, err = changed.With(pairs[i], pairs[i+1]); err != nil {
			return c, err
		}
	}
	if err := changed.Validate(); err != nil {
		return c, err
	}
	return changed, nil
}

// Validate checks the rules between settings (LogConfig.validateValues).
func (c *Config) Validate() error {
	if lo, hi := c.MinCompactionLagMs, c.MaxCompactionLagMs; lo > hi {
		return &ConfigError{Key: keyMinLag, Value: strconv.FormatInt(lo, 10),
			Text: fmt.Sprintf("conflict topic config setting %s (%d) > %s (%d)", keyMinLag, lo,
				keyMaxLag, hi)}
	}
	return nil
}

// Get returns a setting as Kafka prints it; ok is false for an unknown key.
func (c *Config) Get(key string) (value string, ok bool) {
	s, ok := findSetting(key)
	if !ok {
		return "", false
	}
	return s.get(c), true
}

// Keys returns the names of all settings, sorted.
func Keys() []string {
	all := settings()
	keys := make([]string, len(all))
	for i := range all {
		keys[i] = all[i].key
	}
	slices.Sort(keys)
	return keys
}

func findSetting(key string) (setting, bool) {
	for _, s := range settings() {
		if s.key == key {
			return s, true
		}
	}
	return setting{}, false
}

// Names that more than one place needs.
const (
	keySegmentBytes  = "segment.bytes"
	keyInternalBytes = "internal.segment.bytes"
	keyMinLag        = "min.compaction.lag.ms"
	keyMaxLag        = "max.compaction.lag.ms"
	keyPolicy        = "cleanup.policy"
	keyCompression   = "compression.type"
	keyRatio         = "min.cleanable.dirty.ratio"
	keyTimestampType = "message.timestamp.type"
)

// settings is the table of LogConfig, with the broker's settings that a log needs.
func settings() []setting {
	const unlimited = math.MaxInt64
	long := func(key string, lo int64, field func(*Config) *int64) setting {
		return number(key, "LONG", lo, unlimited, field)
	}
	integer := func(key string, lo, hi int64, field func(*Config) *int64) setting {
		return number(key, "INT", lo, hi, field)
	}
	const int32Max = math.MaxInt32
	return []setting{
		segmentBytes(), internalSegmentBytes(), policy(), ratio(), compression(), timestampType(),
		long("segment.ms", 1, func(c *Config) *int64 { return &c.SegmentMs }),
		long("segment.jitter.ms", 0, func(c *Config) *int64 { return &c.SegmentJitterMs }),
		integer("segment.index.bytes", 4, int32Max,
			func(c *Config) *int64 { return &c.SegmentIndexBytes }),
		integer("index.interval.bytes", 0, int32Max,
			func(c *Config) *int64 { return &c.IndexIntervalBytes }),
		long("flush.messages", 1, func(c *Config) *int64 { return &c.FlushMessages }),
		long("flush.ms", 0, func(c *Config) *int64 { return &c.FlushMs }),
		long("retention.ms", -1, func(c *Config) *int64 { return &c.RetentionMs }),
		long("retention.bytes", math.MinInt64,
			func(c *Config) *int64 { return &c.RetentionBytes }),
		integer("max.message.bytes", 0, int32Max,
			func(c *Config) *int64 { return &c.MaxMessageBytes }),
		long("delete.retention.ms", 0, func(c *Config) *int64 { return &c.DeleteRetentionMs }),
		long(keyMinLag, 0, func(c *Config) *int64 { return &c.MinCompactionLagMs }),
		long(keyMaxLag, 1, func(c *Config) *int64 { return &c.MaxCompactionLagMs }),
		long("file.delete.delay.ms", 0, func(c *Config) *int64 { return &c.FileDeleteDelayMs }),
		long("message.timestamp.before.max.ms", 0,
			func(c *Config) *int64 { return &c.TimestampBeforeMaxMs }),
		long("message.timestamp.after.max.ms", 0,
			func(c *Config) *int64 { return &c.TimestampAfterMaxMs }),
		gzipLevel(),
		integer("compression.lz4.level", 1, 17, func(c *Config) *int64 { return &c.LZ4Level }),
		integer("compression.zstd.level", -131072, 22,
			func(c *Config) *int64 { return &c.ZstdLevel }),
		integer("min.insync.replicas", 1, int32Max,
			func(c *Config) *int64 { return &c.MinInSyncReplicas }),
		integer("producer.id.expiration.ms", 1, int32Max,
			func(c *Config) *int64 { return &c.ProducerIDExpirationMs }),
		integer("transaction.max.timeout.ms", 1, int32Max,
			func(c *Config) *int64 { return &c.TransactionMaxTimeoutMs }),
		boolean("preallocate", func(c *Config) *bool { return &c.Preallocate }),
		boolean("unclean.leader.election.enable",
			func(c *Config) *bool { return &c.UncleanLeaderElection }),
		boolean("transaction.partition.verification.enable",
			func(c *Config) *bool { return &c.TransactionVerification }),
	}
}

// parseNumber reads a number of Kafka's type and checks its range (ConfigDef.Range).
func parseNumber(key, value, kind string, lo, hi int64) (int64, error) {
	bits := 64
	if kind == "INT" {
		bits = 32
	}
	n, err := strconv.ParseInt(strings.TrimSpace(value), 10, bits)
	switch {
	case err != nil:
		return 0, invalid(key, value, "Not a number of type "+kind)
	case n < lo:
		return 0, invalid(key, value, "Value must be at least "+strconv.FormatInt(lo, 10))
	case n > hi:
		return 0, invalid(key, value, "Value must be no more than "+strconv.FormatInt(hi, 10))
	}
	return n, nil
}

func number(key, kind string, lo, hi int64, field func(*Config) *int64) setting {
	return setting{
		key: key,
		set: func(c *Config, value string) (err error) {
			n, err := parseNumber(key, value, kind, lo, hi)
			if err == nil {
				*field(c) = n
			}
			return err
		},
		get: func(c *Config) string { return strconv.FormatInt(*field(c), 10) },
	}
}

func boolean(key string, field func(*Config) *bool) setting {
	return setting{
		key: key,
		set: func(c *Config, value string) error {
			switch strings.ToLower(strings.TrimSpace(value)) {
			case "true":
				*field(c) = true
			case "false":
				*field(c) = false
			default:
				return invalid(key, value, "Expected value to be either true or false")
			}
			return nil
		},
		get: func(c *Config) string { return strconv.FormatBool(*field(c)) },
	}
}

// segmentBytes has a lower bound that depends on the version (KIP-1030).
func segmentBytes() setting {
	field := func(c *Config) *int64 { return &c.SegmentBytes }
	s := number(keySegmentBytes, "INT", 0, math.MaxInt32, field)
	s.set = func(c *Config, value string) error {
		lo := c.Rules.MinSegmentBytes
		return number(keySegmentBytes, "INT", lo, math.MaxInt32, field).set(c, value)
	}
	return s
}

// internalSegmentBytes is Kafka's own way around the lower bound, for tests (KAFKA-19080).
func internalSegmentBytes() setting {
	return setting{
		key: keyInternalBytes,
		set: func(c *Config, value string) error {
			n, err := parseNumber(keyInternalBytes, value, "INT", math.MinInt32, math.MaxInt32)
			if err == nil {
				c.InternalSegmentBytes, c.HasInternalSegmentBytes = n, true
			}
			return err
		},
		get: func(c *Config) string {
			if !c.HasInternalSegmentBytes {
				return "null"
			}
			return strconv.FormatInt(c.InternalSegmentBytes, 10)
		},
	}
}

// gzipLevel is -1 for the default, or 1 to 9.
func gzipLevel() setting {
	const key = "compression.gzip.level"
	field := func(c *Config) *int64 { return &c.GzipLevel }
	s := number(key, "INT", math.MinInt32, math.MaxInt32, field)
	s.set = func(c *Config, value string) error {
		n, err := parseNumber(key, value, "INT", math.MinInt32, math.MaxInt32)
		switch {
		case err != nil:
			return err
		case n != -1 && (n < 1 || n > 9):
			return invalid(key, value, "Value must be between 1 and 9 or equal to -1")
		}
		c.GzipLevel = n
		return nil
	}
	return s
}

// policy is a list of compact and delete. An empty list is legal since 4.2 and keeps everything.
func policy() setting {
	return setting{key: keyPolicy, set: setPolicy, get: func(c *Config) string {
		var words []string
		if c.Compact {
			words = append(words, "compact")
		}
		if c.Delete {
			words = append(words, "delete")
		}
		return strings.Join(words, ",")
	}}
}

func setPolicy(c *Config, value string) error {
	refuse := func(text string) error {
		return &ConfigError{Key: keyPolicy, Value: value,
			Text: "Configuration '" + keyPolicy + "' " + text}
	}
	compact, del := false, false
	value = strings.TrimSpace(value)
	if value == "" && !c.Rules.EmptyPolicy {
		return refuse("must not be empty. Valid values include: [compact, delete]")
	}
	for word := range strings.SplitSeq(value, ",") {
		word = strings.TrimSpace(word)
		switch {
		case value == "":
		case word == "":
			return refuse("values must not be empty.")
		case word == "compact" && !compact:
			compact = true
		case word == "delete" && !del:
			del = true
		case word == "compact" || word == "delete":
			return refuse("values must not be duplicated.")
		default:
			return invalid(keyPolicy, word, "String must be one of: compact, delete")
		}
	}
	c.Compact, c.Delete = compact, del
	return nil
}

// ratio is a decimal between 0 and 1, kept in parts per million; further digits are cut.
func ratio() setting {
	return setting{
		key: keyRatio,
		set: func(c *Config, value string) error {
			ppm, err := parseRatio(strings.TrimSpace(value))
			if err == nil {
				c.MinCleanableDirtyPPM = ppm
			}
			return err
		},
		get: func(c *Config) string {
			digits := fmt.Sprintf("%06d", c.MinCleanableDirtyPPM%million)
			digits = strings.TrimRight(digits, "0")
			if digits == "" {
				digits = "0"
			}
			return strconv.FormatInt(c.MinCleanableDirtyPPM/million, 10) + "." + digits
		},
	}
}

const million = 1_000_000

func parseRatio(value string) (int64, error) {
	body, negative := strings.CutPrefix(value, "-")
	whole, part, _ := strings.Cut(body, ".")
	if strings.Trim(whole+part, "0123456789") != "" || whole+part == "" {
		return 0, invalid(keyRatio, value, "Not a number of type DOUBLE")
	}
	zero := strings.Trim(whole+part, "0") == ""
	switch {
	case negative && !zero:
		return 0, invalid(keyRatio, value, "Value must be at least 0")
	case zero:
		return 0, nil
	}
	switch one := strings.TrimLeft(whole, "0"); {
	case one == "1" && strings.Trim(part, "0") == "":
		return million, nil
	case one != "":
		return 0, invalid(keyRatio, value, "Value must be no more than 1")
	}
	return strconv.ParseInt((part + "000000")[:6], 10, 64)
}

func compression() setting {
	return setting{
		key: keyCompression,
		set: func(c *Config, value string) error {
			switch value {
			case "producer":
				c.Compression, c.CompressionProducer = record.None, true
			case "uncompressed", "gzip", "snappy", "lz4", "zstd":
				codec, err := record.ParseCodec(value)
				if err != nil {
					return err
				}
				c.Compression, c.CompressionProducer = codec, false
			default:
				return invalid(keyCompression, value, "String must be one of: uncompressed, "+
					"zstd, lz4, snappy, gzip, producer")
			}
			return nil
		},
		get: func(c *Config) string {
			switch {
			case c.CompressionProducer:
				return "producer"
			case c.Compression == record.None:
				return "uncompressed"
			}
			return c.Compression.String()
		},
	}
}

func timestampType() setting {
	return setting{
		key: keyTimestampType,
		set: func(c *Config, value string) error {
			switch value {
			case "CreateTime", "LogAppendTime":
				c.LogAppendTime = value == "LogAppendTime"
				return nil
			}
			return invalid(keyTimestampType, value,
				"String must be one of: CreateTime, LogAppendTime")
		},
		get: func(c *Config) string {
			if c.LogAppendTime {
				return "LogAppendTime"
			}
			return "CreateTime"
		},
	}
}
