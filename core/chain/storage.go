package chain

import (
	"highwater/core/why"
	"highwater/core/world"
)

// storage explains what became of records and files.
func (f *finder) storage(e *world.Event) (Ref, bool) {
	at := func(x *world.Event) bool { return x.Node == e.Node && samePart(x, e) }
	switch e.Why {
	case why.TombstoneWaits, why.TombstoneExpired, why.MarkerWaits, why.MarkerExpired:
		return f.back(func(x *world.Event) bool {
			return x.Kind == world.HorizonSet && at(x) && x.From <= e.From && e.From <= x.To
		})
	case why.RecordSuperseded:
		return f.back(func(x *world.Event) bool {
			return x.Kind == world.Appended && at(x) && x.From <= e.A && e.A <= x.To
		})
	case why.BelowLogStart:
		return f.back(func(x *world.Event) bool { return x.Kind == world.LogStartMoved && at(x) })
	case why.MarkedUncleanable:
		return f.back(func(x *world.Event) bool { return x.Kind == world.CleanFailed && at(x) })
	case why.FileDeleteDelay:
		return f.back(func(x *world.Event) bool {
			return at(x) && (x.Kind == world.SegmentRemoved && x.From == e.From ||
				x.Kind == world.GroupSwapped && x.From <= e.From && e.From <= x.To)
		})
	}
	if e.Kind == world.HorizonSet {
		return f.here(func(x *world.Event) bool {
			return x.Kind == world.RecordKept && at(x) && e.From <= x.From && x.From <= e.To
		})
	}
	return Ref{}, false
}
