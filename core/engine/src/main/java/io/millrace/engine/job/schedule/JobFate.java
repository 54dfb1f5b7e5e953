package io.millrace.engine.job.schedule;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** How a job ends. The first decision stays. Thread-safe. */
public final class JobFate {

    /**
     * The end of a job.
     *
     * @param why for people; empty for a job that succeeded
     * @param cause the failure, or null
     */
    public record End(String why, @Nullable Throwable cause) {

        private static final End SUCCESS = new End("", null);

        public boolean success() {
            return this == SUCCESS;
        }
    }

    private final AtomicReference<@Nullable End> end = new AtomicReference<>();

    public void succeed() {
        end.compareAndSet(null, End.SUCCESS);
    }

    public void fail(String why, Throwable cause) {
        end.compareAndSet(null, new End(why, cause));
    }

    public void cancel(String why) {
        end.compareAndSet(null, new End(why, null));
    }

    /** How the job ends; null while that is undecided. */
    public @Nullable End end() {
        return end.get();
    }

    public boolean decided() {
        return end.get() != null;
    }
}
