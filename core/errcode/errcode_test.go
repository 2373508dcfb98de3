package errcode

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTableIsSortedAndNamesAreUnique(t *testing.T) {
	codes := All()
	for i, c := range codes {
		if i > 0 {
			require.Less(t, codes[i-1], c)
		}
		back, ok := Parse(c.String())
		require.True(t, ok, c)
		require.Equal(t, c, back)
	}
}

func TestNumbersAreTheProtocols(t *testing.T) {
	for name, number := range map[string]int{
		"NONE": 0, "CORRUPT_MESSAGE": 2, "MESSAGE_TOO_LARGE": 10, "RECORD_LIST_TOO_LARGE": 18,
		"INVALID_TIMESTAMP": 32, "INVALID_CONFIG": 40, "POLICY_VIOLATION": 44,
		"OUT_OF_ORDER_SEQUENCE_NUMBER": 45, "INVALID_PRODUCER_EPOCH": 47, "INVALID_TXN_STATE": 48,
		"TRANSACTION_COORDINATOR_FENCED": 52, "FENCED_LEADER_EPOCH": 74, "INVALID_RECORD": 87,
	} {
		c, ok := Parse(name)
		require.True(t, ok, name)
		require.Equal(t, number, int(c), name)
	}
}

func TestUnknownCodePrintsItsNumber(t *testing.T) {
	require.Equal(t, "999", Code(999).String())
	require.False(t, Code(999).Retriable())
	_, ok := Parse("NO_SUCH_ERROR")
	require.False(t, ok)
}

func TestRetriable(t *testing.T) {
	require.True(t, NotEnoughReplicas.Retriable())
	require.True(t, CorruptMessage.Retriable())
	require.False(t, OutOfOrderSequenceNumber.Retriable())
	require.False(t, MessageTooLarge.Retriable())
}
