import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.record.FileRecords;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.server.common.OffsetAndEpoch;
import org.apache.kafka.server.storage.log.FetchIsolation;
import org.apache.kafka.storage.internals.log.FetchDataInfo;
import org.apache.kafka.storage.internals.log.LogAppendInfo;
import org.apache.kafka.storage.internals.log.LogStartOffsetIncrementReason;

/** A follower that copies from a leader until it has everything. */
class Fetching {
    private final Recorder recorder;
    private final Replica follower;
    private final Replica leader;
    private final List<String> truncated = new ArrayList<>();
    private final List<String> ranges = new ArrayList<>();

    Fetching(Recorder recorder, Replica follower, Replica leader) {
        this.recorder = recorder;
        this.follower = follower;
        this.leader = leader;
    }

    void run() {
        try {
            while (round()) { }
        } catch (Exception e) {
            follower.touch();
            recorder.say("error %s", Replica.name(e));
            return;
        }
        if (!recorder.lines.isEmpty()) {
            return;
        }
        String cut = truncated.isEmpty() ? "" : "truncated=" + String.join(",", truncated) + " ";
        recorder.say("ok %s%s leo=%d hw=%d", cut,
            ranges.isEmpty() ? "none" : String.join(",", ranges), follower.log.logEndOffset(),
            follower.log.highWatermark());
    }

    /** Sends one request; false when there is nothing more to do. */
    private boolean round() throws Exception {
        long position = follower.log.logEndOffset();
        if (position < leader.log.logStartOffset()) {
            long start = leader.log.logStartOffset();
            follower.startAnew(start);
            truncated.add("" + start);
            return true;
        }
        Optional<Integer> latest = follower.log.latestEpoch();
        if (latest.isPresent()) {
            Optional<OffsetAndEpoch> end = leader.log.endOffsetForEpoch(latest.get());
            if (end.isEmpty() && leader.log.logEndOffset() >= position) {
                recorder.say("error OFFSET_OUT_OF_RANGE");
                return false;
            }
            if (end.isEmpty()) {
                return truncate(leader.log.logEndOffset());
            }
            if (end.get().epoch() < latest.get() || end.get().offset() < position) {
                return truncate(divergence(end.get(), position));
            }
        }
        return copy(position);
    }

    private long divergence(OffsetAndEpoch end, long position) {
        Optional<OffsetAndEpoch> own = follower.log.endOffsetForEpoch(end.epoch());
        if (own.isEmpty()) {
            return Math.min(end.offset(), position);
        }
        long target = Math.min(own.get().offset(), position);
        return own.get().epoch() == end.epoch() ? Math.min(target, end.offset()) : target;
    }

    private boolean truncate(long offset) {
        follower.truncate(offset);
        truncated.add("" + offset);
        return true;
    }

    private boolean copy(long position) throws Exception {
        FetchDataInfo data =
            leader.log.read(position, Integer.MAX_VALUE, FetchIsolation.LOG_END, true);
        int size = data.records.sizeInBytes();
        if (size == 0) {
            follow();
            return false;
        }
        ByteBuffer bytes = ByteBuffer.allocate(size);
        ((FileRecords) data.records).readInto(bytes, 0);
        MemoryRecords records = MemoryRecords.readableRecords(bytes);
        long first = records.batches().iterator().next().baseOffset();
        boolean empty = follower.log.logStartOffset() == follower.log.logEndOffset();
        if (empty && first < follower.log.logEndOffset()) {
            follower.startAnew(first);
        }
        LogAppendInfo info = follower.log.appendAsFollower(records, recorder.leaderEpoch);
        follower.touch();
        if (info.firstOffset() >= 0) {
            ranges.add(info.firstOffset() + ".." + info.lastOffset());
        }
        follow();
        return info.firstOffset() >= 0;
    }

    private void follow() throws Exception {
        follower.log.updateHighWatermark(
            Math.min(leader.log.highWatermark(), follower.log.logEndOffset()));
        follower.log.maybeIncrementLogStartOffset(leader.log.logStartOffset(),
            LogStartOffsetIncrementReason.LeaderOffsetIncremented);
    }
}
