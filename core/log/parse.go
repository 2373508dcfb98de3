package log

// ParseEpochs reads a leader-epoch-checkpoint file (CheckpointFile.read). An empty file is a
// cache that was never written. Errors are *LoadError.
func ParseEpochs(data []byte) (EpochCache, error) { return parseEpochs(data) }
