package producer

// Murmur2 is Kafka's hash of a key (Utils.murmur2): 32 bits, little-endian groups of four.
func Murmur2(data []byte) int32 {
	const (
		seed = 0x9747b28c
		m    = 0x5bd1e995
		r    = 24
	)
	h := uint32(seed) ^ uint32(len(data))
	for ; len(data) >= 4; data = data[4:] {
		k := uint32(data[0]) | uint32(data[1])<<8 | uint32(data[2])<<16 | uint32(data[3])<<24
		k *= m
		k ^= k >> r
		k *= m
		h = h*m ^ k
	}
	if len(data) > 0 {
		for i, b := range data {
			h ^= uint32(b) << (8 * i)
		}
		h *= m
	}
	h ^= h >> 13
	h *= m
	return int32(h ^ h>>15)
}

// PartitionForKey is BuiltInPartitioner.partitionForKey: every partition counts, led or not. An
// empty key is a key.
func PartitionForKey(key []byte, partitions int32) int32 {
	return int32(uint32(Murmur2(key)) & 0x7fffffff % uint32(partitions))
}
