import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.common.record.RecordBatch;
import org.apache.kafka.storage.internals.log.LogSegment;
import org.apache.kafka.storage.internals.log.UnifiedLog;

/** Writes random programs over two replicas while Kafka's classes carry them out. */
public class Programs {
    /** What a producer believes of itself. */
    private record Producer(int epoch, int sequence, boolean open) { }

    private final Random random;
    private final Recorder recorder;
    private final StringBuilder out = new StringBuilder();
    private final Map<String, Producer> producers = new HashMap<>();
    private String leader = "L";
    private int leaderEpoch;
    private int values;
    private boolean compact;
    private boolean accepted;

    Programs(long seed, File home) {
        random = new Random(seed);
        recorder = new Recorder(home);
    }

    private int below(int n) {
        return random.nextInt(n);
    }

    @SafeVarargs
    private final <T> T pick(T... choices) {
        return choices[below(choices.length)];
    }

    private void op(String line) throws Exception {
        List<String> said = recorder.run(line);
        out.append(line).append('\n');
        for (String s : said) {
            out.append(s).append('\n');
        }
        accepted = !said.isEmpty() && said.get(0).startsWith("  ok")
            && !said.get(0).contains("duplicate");
    }

    private String follower() {
        return leader.equals("L") ? "F" : "L";
    }

    private String either() {
        return below(4) == 0 ? follower() : leader;
    }

    private UnifiedLog log(String name) {
        return recorder.replica(name).log;
    }

    /** Some offset: mostly where a batch begins, also inside batches and holes. */
    private long offset(String name) {
        List<Long> offsets = new ArrayList<>();
        for (LogSegment s : log(name).logSegments()) {
            for (RecordBatch b : s.log().batches()) {
                offsets.add(b.baseOffset());
            }
        }
        offsets.add(log(name).logEndOffset());
        long from = Math.max(0, log(name).logStartOffset() - 1);
        for (long o = from; o <= log(name).logEndOffset(); o++) {
            if (below(3) == 0) {
                offsets.add(o);
            }
        }
        return offsets.get(below(offsets.size()));
    }

    private String record() {
        String s = pick("a", "b", "c", "d", "\"\"", compact && below(3) > 0 ? "f" : "~",
            "%00%00%00%00");
        if (below(5) > 0) {
            s += "=" + pick("v" + values++, "v" + values++, "<x*32>", "<x*60>", "<x*100>", "\"\"");
        }
        if (below(8) == 0) {
            s += pick(";h=%01", ";h", ";h=\"\";i=x");
        }
        if (below(8) == 0) {
            s += "@" + (Machine.clock + pick(-1000L, -200L, -1L, 1L, 150L, 3000L));
        } else if (below(60) == 0) {
            s += "@-1";
        }
        return s;
    }

    private void append() throws Exception {
        int count = 1 + (below(3) == 0 ? below(5) : 0);
        StringBuilder records = new StringBuilder();
        for (int i = 0; i < count; i++) {
            records.append(' ').append(record());
        }
        if (below(3) == 0) {
            op("append " + leader + records);
            return;
        }
        int pid = 1 + below(3);
        Producer p = producers.getOrDefault(leader + pid, new Producer(0, 0, false));
        int sequence = p.sequence;
        int epoch = p.epoch;
        switch (below(25)) {
            case 0 -> sequence = Math.max(0, sequence - 1 - below(3));
            case 1 -> sequence += 1 + below(3);
            case 2 -> epoch = Math.max(0, epoch - 1);
            case 3 -> {
                epoch++;
                sequence = pick(0, 0, sequence);
            }
            default -> { }
        }
        boolean txn = (p.open || below(2) == 0) != (below(30) == 0);
        op("append " + leader + " pid=" + pid + " epoch=" + epoch + " seq=" + sequence
            + (txn ? " txn" : "") + records);
        if (accepted) {
            producers.put(leader + pid, new Producer(epoch, sequence + count, p.open || txn));
        }
    }

    private void marker() throws Exception {
        int pid = 1 + below(3);
        Producer p = producers.getOrDefault(leader + pid, new Producer(0, 0, false));
        int version = pick(0, 0, 1, 2, 2);
        int epoch = p.epoch + (version == 2 || below(6) == 0 ? 1 : 0);
        if (below(20) == 0) {
            epoch = Math.max(0, epoch - 1);
        }
        op("marker " + leader + " pid=" + pid + " epoch=" + epoch + " "
            + pick("commit", "abort") + " coordinator=" + (below(10) == 0 ? 1 + below(2) : 0)
            + " tv=" + version);
        if (accepted) {
            producers.put(leader + pid,
                new Producer(epoch, epoch == p.epoch ? p.sequence : 0, false));
        }
    }

    private void query(String name, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            op(pick("batches " + name, "batches " + name, "state " + name, "state " + name,
                "aborted " + name, "epochs " + name, "read " + name + " committed",
                "read " + name + " uncommitted", "files " + name));
        }
    }

    private void clean() throws Exception {
        String name = either();
        if (below(3) > 0) {
            if (name.equals(leader)) {
                op("hw " + name);
            }
            op("roll " + name);
        }
        op("clean " + name + (below(3) == 0 ? " map=" + pick(2, 3, 4, 5, 8) : ""));
        query(name, 2);
    }

    private void restart() throws Exception {
        String name = either();
        switch (below(5)) {
            case 0 -> op("restart " + name + " clean");
            case 1 -> op("restart " + name + " unclean recovery=" + offset(name));
            case 2 -> op("dropsnapshots " + name + (below(2) == 0 ? "" : " " + offset(name)));
            default -> op("restart " + name + " unclean");
        }
        op("state " + name);
        query(name, 1);
    }

    private void offsets() throws Exception {
        String name = either();
        switch (below(7)) {
            case 0 -> op("deleterecords " + name + " "
                + pick(-1L, -2L, offset(name), offset(name)));
            case 1 -> {
                op("truncate " + follower() + " " + offset(follower()));
                query(follower(), 1);
            }
            case 2 -> op("leaderepoch " + ++leaderEpoch + (below(2) == 0 ? "" : " " + leader));
            case 3 -> {
                op("fetch " + follower() + " " + leader);
                changeLeader();
            }
            case 4 -> op("config " + name + " " + pick("delete.retention.ms=0",
                "delete.retention.ms=500", "min.cleanable.dirty.ratio=0.2",
                "index.interval.bytes=0", "internal.segment.bytes=400"));
            case 5 -> op("logstart " + follower() + " " + log(follower()).highWatermark());
            default -> op("truncatefully " + follower() + " " + log(leader).logStartOffset());
        }
    }

    private void changeLeader() throws Exception {
        String old = leader;
        leader = follower();
        op("leaderepoch " + ++leaderEpoch + " " + leader);
        for (int pid = 1; pid <= 3; pid++) {
            if (producers.containsKey(old + pid)) {
                producers.put(leader + pid, producers.get(old + pid));
            }
        }
    }

    private void step() throws Exception {
        switch (below(26)) {
            case 0, 1, 2, 3, 4, 5, 6, 7, 8 -> append();
            case 9, 10, 11 -> marker();
            case 12, 13 ->
                op("tick " + pick(1, 1, 1, 3, 60, 120, 300, 1010, 5000, -50, 100_000));
            case 14 -> op("hw " + leader + (below(3) == 0 ? " " + offset(leader) : ""));
            case 15 -> op("roll " + either());
            case 16, 17, 18 -> clean();
            case 19 -> {
                op("fetch " + follower() + " " + leader);
                query(follower(), 1);
            }
            case 20 -> op("expire " + either());
            case 21 -> {
                op("retention " + either());
                query(either(), 1);
            }
            case 22 -> query(either(), 1);
            case 23 -> restart();
            case 24 -> offsets();
            default -> {
                if (below(6) == 0) {
                    changeLeader();
                } else {
                    op("fetch " + follower() + " " + leader);
                }
            }
        }
    }

    private List<String> config() {
        String policy = pick("compact", "compact", "compact", "compact,delete", "delete");
        compact = policy.contains("compact");
        List<String> c = new ArrayList<>();
        c.add("cleanup.policy=" + policy);
        c.add("internal.segment.bytes="
            + pick("150", "160", "220", "300", "500", "700", "1000000"));
        c.add("delete.retention.ms=" + pick("0", "50", "1000", "1000"));
        c.add("producer.id.expiration.ms=" + pick("200", "500", "5000", "5000", "100000"));
        maybe(c, 2, "index.interval.bytes=" + pick("0", "0", "100", "200"));
        maybe(c, 4, "retention.bytes=" + pick("0", "300", "600", "1500"));
        maybe(c, 4, "retention.ms=" + pick("200", "1500", "10000"));
        maybe(c, 6, "segment.ms=" + pick("100", "200", "1000"));
        maybe(c, 10, "message.timestamp.type=LogAppendTime");
        maybe(c, 8, "min.compaction.lag.ms=" + pick("10", "50", "300"));
        maybe(c, 8, "max.compaction.lag.ms=" + pick("300", "1000"));
        maybe(c, 10, "min.cleanable.dirty.ratio=" + pick("0", "0.1", "0.9", "0.33"));
        maybe(c, 12, "message.timestamp.after.max.ms=" + pick("100", "2000"));
        maybe(c, 14, "max.message.bytes=" + pick("150", "200"));
        return c;
    }

    private void maybe(List<String> c, int oneIn, String setting) {
        if (below(oneIn) == 0) {
            c.add(setting);
        }
    }

    private String write(String name) throws Exception {
        Machine.clock = 1_700_000_000_000L;
        out.append("case ").append(name).append("\nkafka 4.2\nclock ").append(Machine.clock)
            .append("\nbytes exact\n");
        for (String setting : config()) {
            recorder.headerLine("config", setting);
            out.append("config ").append(setting).append('\n');
        }
        out.append("---\n");
        op("log L");
        op("log F" + (below(6) == 0 ? " internal.segment.bytes=" + pick("150", "300") : ""));
        for (int steps = 30 + below(70); steps > 0; steps--) {
            step();
        }
        for (String log : List.of("L", "F")) {
            for (String list : List.of("batches", "state", "aborted", "epochs", "files")) {
                op(list + " " + log);
            }
            op("read " + log + " committed");
            op("read " + log + " uncommitted");
        }
        recorder.close();
        return out.toString();
    }

    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[0]);
        long seed = Long.parseLong(args[1]);
        Path to = Paths.get(args[2]);
        Files.createDirectories(to);
        for (int i = 0; i < count; i++) {
            String name = "p" + seed + "-" + i;
            File home = Recorder.fresh();
            Files.writeString(to.resolve(name + ".case"),
                new Programs(seed * 1_000_003 + i, home).write("programs/" + name));
            Recorder.remove(home);
        }
        System.out.println(count + " programs");
    }
}
