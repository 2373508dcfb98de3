package producer

import (
	"highwater/core/record"
)

// New is a producer that has not done anything: it knows no broker, no leader and has no producer
// id. The configuration must come from Validate.
func New(name string, config Config, seed uint64) Client {
	return Client{Name: name, Config: config, Rand: Rand(seed), ProducerID: none(),
		NextSend: 1, NextBatch: 1, NextRequest: 1}
}

func none() PIDEpoch { return PIDEpoch{PID: NoProducerID, Epoch: NoProducerEpoch} }

// Warm gives the client metadata and standing connections, as if it had been started long before.
func (c *Client) Warm(now Time, topics []TopicMeta, leaders []Leader, brokers []int32) {}

// Send is KafkaProducer.send: the record goes into a batch, or the call blocks. A timestamp below 0
// is replaced by the clock.
func (c *Client) Send(now Time, tp TP, r record.Record) (SendID, Effects) { return 0, Effects{} }

// RunOnce is one iteration of the Sender thread (Sender.runOnce) with its poll of timeouts.
// Effects.None says that nothing was to be done now.
func (c *Client) RunOnce(now Time) Effects { return Effects{} }

// Wake is when RunOnce has something to do if nothing else happens before; Never if it has not.
func (c *Client) Wake(now Time) Time { return Never }

// OnResponse takes the answer to a request. An answer to a request that is no longer outstanding
// is ignored.
func (c *Client) OnResponse(now Time, r Response) Effects { return Effects{} }

// OnConnect tells that the connection to a node stands.
func (c *Client) OnConnect(now Time, node int32) Effects { return Effects{} }

// OnDisconnect tells that the connection to a node, or the attempt, is gone.
func (c *Client) OnDisconnect(now Time, node int32) Effects { return Effects{} }

// Close ends the client at once, as a crash does: whatever it held is gone.
func (c *Client) Close(now Time) Effects { return Effects{} }
