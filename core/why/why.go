package why

import "strconv"

// Why is the reason of one outcome.
type Why uint16

// None is the zero value: nothing to explain.
const None Why = 0

// Every topic starts at its own hundred and keeps its codes in its own file.
const (
	logBase         Why = 100
	producerBase    Why = 200
	cleanerBase     Why = 300
	clientBase      Why = 400
	networkBase     Why = 500
	replicationBase Why = 600
	fileBase        Why = 700
)

type block struct {
	base Why
	keys []string
}

func blocks() []block {
	return []block{
		{logBase, logKeys[:]},
		{producerBase, producerKeys[:]},
		{cleanerBase, cleanerKeys[:]},
		{clientBase, clientKeys[:]},
		{networkBase, networkKeys[:]},
		{replicationBase, replicationKeys[:]},
		{fileBase, fileKeys[:]},
	}
}

// Key returns the stable name of the reason, such as "segment-full".
func (w Why) Key() string {
	if w == None {
		return "none"
	}
	for _, b := range blocks() {
		if w >= b.base && int(w-b.base) < len(b.keys) {
			return b.keys[w-b.base]
		}
	}
	return "why-" + strconv.Itoa(int(w))
}

// String returns the key.
func (w Why) String() string { return w.Key() }

// All returns every reason in ascending order, without None.
func All() []Why {
	var all []Why
	for _, b := range blocks() {
		for i := range b.keys {
			all = append(all, b.base+Why(i))
		}
	}
	return all
}
