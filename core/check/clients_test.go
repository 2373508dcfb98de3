package check

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/producer"
	"highwater/core/record"
	"highwater/core/world"
)

// sending is a world whose producer has two numbered batches on the wire and one in the queue.
func sending(t *testing.T) *world.World {
	config, _, err := producer.DefaultConfig().Validate()
	require.NoError(t, err)
	config.LingerMS, config.MaxInFlight = 0, 2
	c := producer.New("p", config, 1)
	c.Warm(1000, []producer.TopicMeta{{Topic: 0, Partitions: 1}}, []producer.Leader{{Node: 1}},
		[]int32{1})
	c.Identify(7)
	for range 3 {
		c.Send(1000, producer.TP{}, record.Record{Value: []byte("v")})
		for e := c.RunOnce(1000); !e.None(); e = c.RunOnce(1000) {
		}
	}
	w := world.New()
	w.Producers = []world.Producer{{ID: world.FirstClient, Client: c}}
	require.Empty(t, All(w))
	require.Len(t, w.Producers[0].Client.Partitions[0].Net, 2)
	return w
}

func TestClientsThatContradictThemselves(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(c *producer.Client)
	}{
		{InFlightLimit, func(c *producer.Client) { c.Config.MaxInFlight = 1 }},
		{InFlightLimit, func(c *producer.Client) {
			r := &c.Nodes[0].InFlight[0]
			r.Parts = append(r.Parts, r.Parts[0])
		}},
		{TrackedCovers, func(c *producer.Client) { c.Partitions[0].Tracked = nil }},
		{TrackedCovers, func(c *producer.Client) {
			p := &c.Partitions[0]
			p.Deque = append(p.Deque, p.Net[0])
		}},
	} {
		w := sending(t)
		c.spoil(&w.Producers[0].Client)
		require.Contains(t, namesOf(All(w)), c.name)
	}
}
