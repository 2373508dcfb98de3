package world

// Reading is what a consumer got that read a partition from its beginning.
type Reading struct {
	// From is the first offset asked for, Next the position after the last record.
	From, Next int64
	// Records is how many records it got, Tombstones how many of them had a null value.
	Records, Tombstones int64
	// Rows is the table it would build: the last value of each key, by order of the offsets.
	Rows []Row
	// Tables are cut at RowsMax rows; Keys is the whole number.
	Keys int64
}

// RowsMax is how many rows of a table are kept.
const RowsMax = 64

// Row is one key of a consumer's table.
type Row struct {
	Key, Value string
	Offset     int64
}
