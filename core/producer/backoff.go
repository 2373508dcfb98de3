package producer

// jitterMillionths is CommonClientConfigs.RETRY_BACKOFF_JITTER and RECONNECT_BACKOFF_JITTER, 0.2.
const jitterMillionths = 200000

// ExponentialMS is ExponentialBackoff.backoff without jitter: the first delay doubles with every
// attempt (0 is the first retry) up to the maximum (KIP-580).
func ExponentialMS(initialMS, maxMS int64, attempt int32) int64 {
	if maxMS <= initialMS {
		return maxMS
	}
	delay := max(initialMS, 1)
	if initialMS == 0 {
		return 0
	}
	for ; attempt > 0 && delay < maxMS; attempt-- {
		delay *= 2
	}
	return min(delay, maxMS)
}

// jittered is a delay times a random factor in [0.8, 1.2), at most the maximum. As in Kafka, a
// constant delay (maximum not above the initial one) has no jitter.
func (c *Client) jittered(initialMS, maxMS int64, attempt int32) int64 {
	delay := ExponentialMS(initialMS, maxMS, attempt)
	if !c.Config.Jitter || maxMS <= initialMS {
		return delay
	}
	factor := 1000000 - jitterMillionths + c.Rand.Below(2*jitterMillionths)
	return min(delay*factor/1000000, maxMS)
}

// retryBackoffMS is the wait before attempt+1 of a batch. The Java client draws a new factor each
// time it looks; drawing once keeps a run repeatable and changes nothing that a broker sees.
func (c *Client) retryBackoffMS(attempts int32) int64 {
	return c.jittered(c.Config.RetryBackoffMS, c.Config.RetryBackoffMaxMS, attempts-1)
}
