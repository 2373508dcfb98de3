import java.io.File;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.message.FetchResponseData.AbortedTransaction;
import org.apache.kafka.common.record.CompressionType;
import org.apache.kafka.common.record.ControlRecordType;
import org.apache.kafka.common.record.EndTransactionMarker;
import org.apache.kafka.common.record.Record;
import org.apache.kafka.common.record.RecordBatch;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.server.storage.log.FetchIsolation;
import org.apache.kafka.storage.internals.log.AbortedTxn;
import org.apache.kafka.storage.internals.log.BatchMetadata;
import org.apache.kafka.storage.internals.log.EpochEntry;
import org.apache.kafka.storage.internals.log.FetchDataInfo;
import org.apache.kafka.storage.internals.log.LogSegment;
import org.apache.kafka.storage.internals.log.ProducerStateEntry;

/** The lists that queries print. */
class Lists {
    private final Recorder recorder;
    private final Replica replica;

    Lists(Recorder recorder, Replica replica) {
        this.recorder = recorder;
        this.replica = replica;
    }

    void print(String[] w) throws Exception {
        switch (w[0]) {
            case "batches" -> batches();
            case "state" -> state();
            case "aborted" -> aborted();
            case "epochs" -> epochs();
            case "read" -> read(w[2].equals("committed"));
            default -> files();
        }
    }

    private void batches() {
        for (LogSegment s : replica.log.logSegments()) {
            recorder.say("segment " + s.baseOffset()
                + (recorder.decoded ? "" : " size=" + s.size()));
            for (RecordBatch b : s.log().batches()) {
                recorder.lines.add("  " + batch(b));
            }
        }
    }

    private String batch(RecordBatch b) {
        StringBuilder t = new StringBuilder();
        t.append(b.baseOffset()).append("..").append(b.lastOffset()).append(' ')
            .append(b.compressionType().name);
        if (b.hasProducerId()) {
            t.append(" pid=").append(b.producerId()).append(" epoch=").append(b.producerEpoch())
                .append(" seq=").append(b.baseSequence());
        }
        t.append(b.isTransactional() ? " txn" : "").append(b.isControlBatch() ? " control" : "")
            .append(b.timestampType() == TimestampType.LOG_APPEND_TIME ? " logappend" : "");
        if (b.deleteHorizonMs().isPresent()) {
            t.append(" horizon=").append(b.deleteHorizonMs().getAsLong());
        }
        t.append(" lepoch=").append(b.partitionLeaderEpoch()).append(" count=")
            .append(b.countOrNull()).append(" maxts=").append(b.maxTimestamp());
        if (!recorder.decoded || b.compressionType() == CompressionType.NONE) {
            t.append(" size=").append(b.sizeInBytes())
                .append(String.format(" crc=%08x", b.checksum()));
        }
        String bar = " |";
        for (Record r : b) {
            t.append(bar).append(' ').append(r.offset()).append(':');
            bar = "";
            if (b.isControlBatch()) {
                EndTransactionMarker m = EndTransactionMarker.deserialize(r);
                t.append(m.controlType().name()).append('/').append(m.coordinatorEpoch())
                    .append('@').append(r.timestamp());
            } else {
                t.append(Words.write(r));
            }
        }
        return t.toString();
    }

    private static String orDash(long n) {
        return n < 0 ? "-" : "" + n;
    }

    private void state() {
        recorder.say("start=%d hw=%d lso=%d leo=%d dirty=%s", replica.log.logStartOffset(),
            replica.log.highWatermark(), replica.log.lastStableOffset(),
            replica.log.logEndOffset(), orDash(replica.checkpoint));
        Map<Long, ProducerStateEntry> producers =
            new TreeMap<>(replica.log.producerStateManager().activeProducers());
        for (ProducerStateEntry p : producers.values()) {
            List<String> cached = new ArrayList<>();
            for (BatchMetadata b : p.batchMetadata()) {
                cached.add(b.firstSeq() + ".." + b.lastSeq() + "@" + b.lastOffset());
            }
            recorder.say("producer %d epoch=%d coordinator=%d ts=%d txn=%s batches=%s",
                p.producerId(), p.producerEpoch(), p.coordinatorEpoch(), p.lastTimestamp(),
                orDash(p.currentTxnFirstOffset().orElse(-1)),
                cached.isEmpty() ? "-" : String.join(",", cached));
        }
    }

    private void aborted() {
        int before = recorder.lines.size();
        for (LogSegment s : replica.log.logSegments()) {
            for (AbortedTxn t : s.txnIndex().allAbortedTxns()) {
                recorder.say("segment %d pid=%d %d..%d lso=%d", s.baseOffset(), t.producerId(),
                    t.firstOffset(), t.lastOffset(), t.lastStableOffset());
            }
        }
        orNone(before);
    }

    private void epochs() {
        int before = recorder.lines.size();
        for (EpochEntry e : replica.log.leaderEpochCache().epochEntries()) {
            recorder.say("%d %d", e.epoch(), e.startOffset());
        }
        orNone(before);
    }

    private void orNone(int before) {
        if (recorder.lines.size() == before) {
            recorder.say("none");
        }
    }

    private void read(boolean committed) throws Exception {
        FetchIsolation isolation =
            committed ? FetchIsolation.TXN_COMMITTED : FetchIsolation.HIGH_WATERMARK;
        long position = replica.log.logStartOffset();
        while (true) {
            FetchDataInfo data =
                replica.log.read(position, Integer.MAX_VALUE, isolation, true);
            long next = consume(data, position, committed);
            if (next == position) {
                recorder.say("position=%d", position);
                return;
            }
            position = next;
        }
    }

    /** Delivers one response as a consumer does, and gives the position after it. */
    private long consume(FetchDataInfo data, long position, boolean committed) {
        PriorityQueue<AbortedTransaction> waiting =
            new PriorityQueue<>(Comparator.comparingLong(AbortedTransaction::firstOffset));
        data.abortedTransactions.ifPresent(waiting::addAll);
        Set<Long> inside = new HashSet<>();
        for (RecordBatch b : data.records.batches()) {
            boolean skip = b.isControlBatch();
            if (committed && b.hasProducerId()) {
                while (!waiting.isEmpty() && waiting.peek().firstOffset() <= b.lastOffset()) {
                    inside.add(waiting.poll().producerId());
                }
                if (isAbort(b)) {
                    inside.remove(b.producerId());
                } else if (b.isTransactional() && inside.contains(b.producerId())) {
                    skip = true;
                }
            }
            for (Record r : b) {
                if (!skip && r.offset() >= position) {
                    recorder.lines.add("  " + r.offset() + ":" + Words.write(r));
                }
            }
            position = b.nextOffset();
        }
        return position;
    }

    private static boolean isAbort(RecordBatch b) {
        Iterator<Record> records = b.iterator();
        return b.isControlBatch() && records.hasNext()
            && ControlRecordType.parse(records.next().key()) == ControlRecordType.ABORT;
    }

    private void files() throws Exception {
        Map<String, Integer> used = new HashMap<>();
        for (LogSegment s : replica.log.logSegments()) {
            if (s.offsetIndexFile().exists()) {
                used.put(s.offsetIndexFile().getName(), s.offsetIndex().entries() * 8);
            }
            if (s.timeIndexFile().exists()) {
                used.put(s.timeIndexFile().getName(), s.timeIndex().entries() * 12);
            }
        }
        File[] files = replica.dir.listFiles();
        Arrays.sort(files, Comparator.comparing(File::getName));
        for (File f : files) {
            byte[] p = Files.readAllBytes(f.toPath());
            Integer entries = used.get(f.getName());
            if (entries != null) {
                p = Arrays.copyOf(p, Math.min(p.length, entries));
            }
            boolean bare = p.length == 0 && f.getName().endsWith("index");
            if (!bare && !f.getName().endsWith(".deleted")
                && !f.getName().equals("partition.metadata")) {
                recorder.say("%s %d %s", f.getName(), p.length, content(p));
            }
        }
    }

    private static String content(byte[] p) throws Exception {
        if (p.length == 0) {
            return "-";
        }
        if (p.length <= 512) {
            return HexFormat.of().formatHex(p);
        }
        byte[] sum = MessageDigest.getInstance("SHA-256").digest(p);
        return "sha256:" + HexFormat.of().formatHex(sum);
    }
}
