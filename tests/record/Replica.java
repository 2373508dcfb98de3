import java.io.File;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.ControlRecordType;
import org.apache.kafka.common.record.EndTransactionMarker;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.SimpleRecord;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.server.common.RequestLocal;
import org.apache.kafka.server.storage.log.UnexpectedAppendOffsetException;
import org.apache.kafka.storage.internals.log.AppendOrigin;
import org.apache.kafka.storage.internals.log.Cleaner;
import org.apache.kafka.storage.internals.log.LogAppendInfo;
import org.apache.kafka.storage.internals.log.LogCleanerManager;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.LogDirFailureChannel;
import org.apache.kafka.storage.internals.log.LogSegment;
import org.apache.kafka.storage.internals.log.LogStartOffsetIncrementReason;
import org.apache.kafka.storage.internals.log.LogToClean;
import org.apache.kafka.storage.internals.log.ProducerStateManagerConfig;
import org.apache.kafka.storage.internals.log.RecordValidationException;
import org.apache.kafka.storage.internals.log.SkimpyOffsetMap;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.apache.kafka.storage.internals.log.VerificationGuard;
import org.apache.kafka.storage.internals.utils.Throttler;
import org.apache.kafka.storage.log.metrics.BrokerTopicStats;

/** One replica of the partition, and the operations on it. */
class Replica {
    private static final String EXPIRATION = "producer.id.expiration.ms";

    final Recorder recorder;
    final File dir;
    final Properties settings;
    UnifiedLog log;
    /** The entry of cleaner-offset-checkpoint, -1 without one. */
    long checkpoint = -1;
    /** Sizes of the segments when their files were last touched, by base offset. */
    private final Map<Long, Long> sizes = new HashMap<>();

    Replica(Recorder recorder, String name, Properties settings) throws IOException {
        this.recorder = recorder;
        this.settings = settings;
        dir = new File(recorder.home, name + "-0");
        dir.mkdirs();
        open(0, 0, true);
        touch();
    }

    static void settings(Properties p, String[] w) {
        for (int i = 2; i < w.length; i++) {
            String[] pair = w[i].split("=", 2);
            p.put(pair[0], pair[1]);
        }
    }

    private LogConfig config() {
        Map<String, String> topic = new HashMap<>();
        for (String key : settings.stringPropertyNames()) {
            if (!key.equals(EXPIRATION)) {
                topic.put(key, settings.getProperty(key));
            }
        }
        return new LogConfig(topic);
    }

    private void open(long start, long recovery, boolean clean) throws IOException {
        int expiration = Integer.parseInt(settings.getProperty(EXPIRATION, "86400000"));
        log = UnifiedLog.create(dir, config(), start, recovery, Machine.SCHEDULER,
            new BrokerTopicStats(), Machine.TIME, 900_000,
            new ProducerStateManagerConfig(expiration, false), 600_000,
            new LogDirFailureChannel(10), clean, Optional.empty());
    }

    /** Gives files that were written the time of the case's clock. */
    void touch() {
        for (LogSegment s : log.logSegments()) {
            Long old = sizes.get(s.baseOffset());
            if (old == null || old != s.size()) {
                s.log().file().setLastModified(Machine.clock);
            }
        }
        note();
    }

    private void note() {
        sizes.clear();
        for (LogSegment s : log.logSegments()) {
            sizes.put(s.baseOffset(), (long) s.size());
        }
    }

    void lead(int epoch) {
        log.assignEpochStartOffset(epoch, log.logEndOffset());
    }

    void run(String[] w) throws Exception {
        switch (w[0]) {
            case "config" -> {
                settings(settings, w);
                log.updateConfig(config());
                say("ok");
            }
            case "append" -> append(w);
            case "appendraw" -> write(() -> log.appendAsLeader(raw(w[2]), recorder.leaderEpoch));
            case "appendfollower" ->
                write(() -> log.appendAsFollower(raw(w[2]), recorder.leaderEpoch));
            case "marker" -> marker(w);
            case "hw" -> {
                log.updateHighWatermark(w.length > 2 ? Long.parseLong(w[2]) : log.logEndOffset());
                say("ok %d", log.highWatermark());
            }
            case "roll" -> {
                log.roll();
                touch();
                say("ok %d", log.activeSegment().baseOffset());
            }
            case "clean" -> clean(w.length > 2 ? Integer.parseInt(w[2].substring(4)) : 20_000);
            case "expire" -> {
                log.removeExpiredProducers(Machine.clock);
                say("ok %d", log.producerIdCount());
            }
            case "retention" -> {
                int deleted = log.deleteOldSegments();
                touch();
                say("ok %d start=%d", deleted, log.logStartOffset());
            }
            case "truncate" -> {
                boolean cut = truncate(Long.parseLong(w[2]));
                say("ok %s leo=%d", cut ? "cut" : "nothing", log.logEndOffset());
            }
            case "truncatefully" -> {
                startAnew(Long.parseLong(w[2]));
                say("ok leo=%d", log.logEndOffset());
            }
            default -> more(w);
        }
    }

    private void more(String[] w) throws Exception {
        switch (w[0]) {
            case "restart" -> {
                long recovery = w.length > 3 ? Long.parseLong(w[3].substring(9)) : 0;
                restart(w[2].equals("clean"), recovery, -1);
            }
            case "dropsnapshots" -> restart(false, 0, w.length > 2 ? Long.parseLong(w[2]) : 0);
            case "deleterecords" -> deleteRecords(Long.parseLong(w[2]));
            case "logstart" -> raise(Long.parseLong(w[2]),
                LogStartOffsetIncrementReason.LeaderOffsetIncremented);
            default -> throw new IllegalArgumentException("no operation " + w[0]);
        }
    }

    private void say(String format, Object... args) {
        recorder.say(format, args);
    }

    private static MemoryRecords raw(String hex) {
        return MemoryRecords.readableRecords(ByteBuffer.wrap(HexFormat.of().parseHex(hex)));
    }

    private void append(String[] w) {
        long pid = -1;
        short epoch = -1;
        int sequence = -1;
        boolean transactional = false;
        List<SimpleRecord> records = new ArrayList<>();
        for (int i = 2; i < w.length; i++) {
            if (records.isEmpty() && w[i].startsWith("pid=")) {
                pid = Long.parseLong(w[i].substring(4));
            } else if (records.isEmpty() && w[i].startsWith("epoch=")) {
                epoch = Short.parseShort(w[i].substring(6));
            } else if (records.isEmpty() && w[i].startsWith("seq=")) {
                sequence = Integer.parseInt(w[i].substring(4));
            } else if (records.isEmpty() && w[i].equals("txn")) {
                transactional = true;
            } else {
                records.add(Words.record(w[i]));
            }
        }
        MemoryRecords batch = MemoryRecords.withRecords((byte) 2, 0L, Compression.NONE,
            TimestampType.CREATE_TIME, pid, epoch, sequence, -1, transactional,
            records.toArray(new SimpleRecord[0]));
        write(() -> log.appendAsLeader(batch, recorder.leaderEpoch));
    }

    private void marker(String[] w) {
        ControlRecordType type =
            w[4].equals("commit") ? ControlRecordType.COMMIT : ControlRecordType.ABORT;
        MemoryRecords batch = MemoryRecords.withEndTransactionMarker(Machine.clock,
            Long.parseLong(w[2].substring(4)), Short.parseShort(w[3].substring(6)),
            new EndTransactionMarker(type, Integer.parseInt(w[5].substring(12))));
        short version = Short.parseShort(w[6].substring(3));
        write(() -> log.appendAsLeader(batch, recorder.leaderEpoch, AppendOrigin.COORDINATOR,
            RequestLocal.noCaching(), VerificationGuard.SENTINEL, version));
    }

    private void write(Callable<LogAppendInfo> append) {
        long end = log.logEndOffset();
        try {
            LogAppendInfo info = append.call();
            if (info.firstOffset() < 0 && info.validBytes() <= 0) {
                say("ok nothing");
            } else {
                say("ok %d..%d%s", info.firstOffset(), info.lastOffset(),
                    log.logEndOffset() == end ? " duplicate" : "");
            }
        } catch (Exception e) {
            say("error %s", name(e));
        }
        touch();
    }

    static String name(Exception e) {
        if (e instanceof UnexpectedAppendOffsetException) {
            return "UNEXPECTED_APPEND_OFFSET";
        }
        if (e instanceof RecordValidationException invalid) {
            return Errors.forException(invalid.invalidException()).name();
        }
        return Errors.forException(e).name();
    }

    private void clean(int slots) throws Exception {
        LogCleanerManager.OffsetsToClean range = LogCleanerManager.cleanableOffsets(log,
            checkpoint < 0 ? Optional.empty() : Optional.of(checkpoint), Machine.clock);
        if (range.forceUpdateCheckpoint()) {
            checkpoint = range.firstDirtyOffset();
        }
        Method method = LogCleanerManager.class.getDeclaredMethod("maxCompactionDelay",
            UnifiedLog.class, long.class, long.class);
        method.setAccessible(true);
        long delay = (long) method.invoke(null, log, range.firstDirtyOffset(), Machine.clock);
        LogToClean c = new LogToClean(log, range.firstDirtyOffset(),
            range.firstUncleanableDirtyOffset(), delay > 0);
        String line = String.format(" dirty=%d uncleanable=%d", c.firstDirtyOffset(),
            c.firstUncleanableOffset());
        if (!recorder.decoded) {
            boolean eligible = c.totalBytes() > 0 && (delay > 0 && c.cleanableBytes() > 0
                || c.cleanableRatio() > log.config().minCleanableRatio);
            line += String.format(" clean=%d cleanable=%d eligible=%s", c.cleanBytes(),
                c.cleanableBytes(), eligible ? "yes" : "no");
        }
        if (c.cleanableBytes() == 0 || c.firstUncleanableOffset() <= c.firstDirtyOffset()) {
            say("nothing%s", line);
            return;
        }
        Cleaner cleaner = new Cleaner(0, new SkimpyOffsetMap(slots * 24), 65_536, 1 << 21, 0.9,
            new Throttler(Double.MAX_VALUE, 300, "cleaner", "bytes", Machine.TIME), Machine.TIME,
            partition -> { });
        checkpoint = cleaner.clean(c).getKey();
        note();
        say("ok%s next=%d", line, checkpoint);
    }

    boolean truncate(long offset) {
        boolean below = offset < log.activeSegment().baseOffset();
        boolean cut = log.truncateTo(offset);
        if (cut && below) {
            lowerCheckpoint();
        }
        touch();
        return cut;
    }

    void startAnew(long offset) {
        log.truncateFullyAndStartAt(offset, Optional.empty());
        lowerCheckpoint();
        touch();
    }

    private void lowerCheckpoint() {
        checkpoint = Math.min(checkpoint, log.activeSegment().baseOffset());
    }

    private void deleteRecords(long offset) {
        if (log.config().compact && !log.config().delete) {
            say("error POLICY_VIOLATION");
            return;
        }
        long target = offset == -1 ? log.highWatermark() : offset;
        if (target < 0) {
            say("error OFFSET_OUT_OF_RANGE");
            return;
        }
        raise(target, LogStartOffsetIncrementReason.ClientRecordDeletion);
    }

    private void raise(long offset, LogStartOffsetIncrementReason reason) {
        try {
            log.maybeIncrementLogStartOffset(offset, reason);
            say("ok start=%d", log.logStartOffset());
        } catch (Exception e) {
            say("error %s", name(e));
        }
    }

    /** Stops and loads again; drop is the offset from which snapshots are deleted, or -1. */
    private void restart(boolean clean, long recovery, long drop) throws IOException {
        long hw = log.highWatermark();
        long end = log.logEndOffset();
        long first = log.logSegments().get(0).baseOffset();
        long start = log.logStartOffset() > first ? log.logStartOffset() : 0;
        Map<Long, Long> times = new HashMap<>();
        for (LogSegment s : log.logSegments()) {
            times.put(s.baseOffset(), s.lastModified());
        }
        if (clean || drop >= 0) {
            log.flush(true);
            log.close();
            recovery = end;
        } else {
            log.closeHandlers();
        }
        for (File f : dir.listFiles()) {
            boolean snapshot = f.getName().endsWith(".snapshot");
            if (drop >= 0 && snapshot && UnifiedLog.offsetFromFile(f) >= drop) {
                f.delete();
            }
        }
        open(start, recovery, clean);
        for (LogSegment s : log.logSegments()) {
            Long size = sizes.get(s.baseOffset());
            boolean same = size != null && size == s.size();
            s.log().file().setLastModified(same ? times.get(s.baseOffset()) : Machine.clock);
        }
        note();
        log.updateHighWatermark(hw);
        say("ok leo=%d", log.logEndOffset());
    }
}
