package world

import "fmt"

// clientDetail prints what From, To and A to C of a client's event hold.
func (w *World) clientDetail(e Event) string {
	batch := fmt.Sprintf("B%d", e.From)
	switch e.Kind {
	case ClientAppended:
		return fmt.Sprintf("%s send=%d records=%d %d B", batch, e.A, e.B, e.C)
	case ClientBatchFull:
		return fmt.Sprintf("%s records=%d %d B", batch, e.A, e.B)
	case ClientBlocked:
		return fmt.Sprintf("send=%d", e.A)
	case ClientPartition:
		return fmt.Sprintf("after %d B", e.A)
	case ClientDrained:
		return fmt.Sprintf("%s seq=%d records=%d attempts=%d", batch, e.A, e.B, e.C)
	case ClientAcked:
		return fmt.Sprintf("%s offset=%d seq=%d", batch, e.A, e.B)
	case ClientRetry:
		return fmt.Sprintf("%s place=%d in %s attempts=%d", batch, e.A,
			Span(e.B)*Millisecond, e.C)
	case ClientFailed:
		return fmt.Sprintf("%s seq=%d attempts=%d", batch, e.A, e.B)
	case ClientSplit:
		return fmt.Sprintf("%s pieces=%d", batch, e.A)
	case ClientExpired:
		return fmt.Sprintf("%s age=%s", batch, Span(e.A)*Millisecond)
	case ClientBumpWanted:
		return fmt.Sprintf("%s seq=%d acked=%d", batch, e.A, e.B)
	case ClientRewritten:
		return fmt.Sprintf("%s seq=%d was %d epoch=%d", batch, e.A, e.B, e.C)
	case ClientMuted, ClientLate:
		return batch
	case SendDone:
		return fmt.Sprintf("send=%d offset=%d", e.A, e.B)
	default:
		return w.clientState(e)
	}
}

// clientState is the detail of events that are not about a batch.
func (w *World) clientState(e Event) string {
	switch e.Kind {
	case ClientUnresolved:
		return fmt.Sprintf("next=%d", e.A)
	case ClientResolved:
		return fmt.Sprintf("next=%d acked=%d", e.A, e.B)
	case ClientEpoch:
		return fmt.Sprintf("pid=%d epoch=%d was %d", e.A, e.B, e.C)
	case ClientConnecting, ClientConnected:
		return w.Name(e.Peer)
	case ClientDisconnected:
		return fmt.Sprintf("%s requests=%d", w.Name(e.Peer), e.A)
	case ClientTimeout:
		return fmt.Sprintf("%s request=%d age=%s", w.Name(e.Peer), e.A, Span(e.B)*Millisecond)
	case ClientMetadata:
		return fmt.Sprintf("changed=%d", e.A)
	default:
		return ""
	}
}

// apis are the names of producer.RequestKind.
var apis = [...]string{"Produce", "InitProducerId", "Metadata"}

// message says what a message carries: its API, whether it is the answer, its sequences.
func (w *World) message(e Event) string {
	var s string
	if e.A >= 0 && e.A < int64(len(apis)) {
		s = apis[e.A]
	}
	if e.Msg != 0 {
		s = fmt.Sprintf("m%d %s", e.Msg, s)
	}
	if e.D == 1 {
		s += " answer"
	}
	if e.From >= 0 && e.D == 0 && e.Topic >= 0 {
		s += " seq=" + offsets(e.From, e.To)
	}
	return s
}
