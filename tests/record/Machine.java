import java.util.concurrent.Delayed;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.server.util.Scheduler;

/** What Kafka's classes get for a computer: one clock, and tasks that run at once or never. */
class Machine {
    static long clock;

    static final Time TIME = new Time() {
        public long milliseconds() {
            return clock;
        }

        public long hiResClockMs() {
            return clock;
        }

        public long nanoseconds() {
            return clock * 1_000_000;
        }

        public void sleep(long ms) { }

        public void waitObject(Object o, Supplier<Boolean> until, long deadline) { }

        public <T> T waitForFuture(Future<T> f, long deadline) {
            return null;
        }
    };

    /** Runs what is due now; periodic tasks and deletions of files after a delay never run. */
    static final Scheduler SCHEDULER = new Scheduler() {
        public void startup() { }

        public void shutdown() { }

        public void resizeThreadPool(int size) { }

        public ScheduledFuture<?> schedule(String name, Runnable task, long delay, long period) {
            if (delay <= 0 && period < 0) {
                task.run();
            }
            return new Never();
        }
    };

    private static class Never implements ScheduledFuture<Object> {
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        public int compareTo(Delayed other) {
            return 0;
        }

        public boolean cancel(boolean interrupt) {
            return true;
        }

        public boolean isCancelled() {
            return false;
        }

        public boolean isDone() {
            return true;
        }

        public Object get() {
            return null;
        }

        public Object get(long timeout, TimeUnit unit) {
            return null;
        }
    }
}
