package io.millrace.engine.job;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** How a job ends. The first decision stays. Thread-safe. */
final class JobFate {

    /**
     * The end of a job.
     *
     * @param why for people; empty for a job that succeeded
     * @param cause the failure, or null
     */
    record End(String why, @Nullable Throwable cause) {

        private static final End SUCCESS = new End("", null);
    }

    private final AtomicReference<@Nullable End> end = new AtomicReference<>();

    void succeed() {
        end.compareAndSet(null, End.SUCCESS);
    }

    void fail(String why, Throwable cause) {
        end.compareAndSet(null, new End(why, cause));
    }

    void cancel(String why) {
        end.compareAndSet(null, new End(why, null));
    }

    /** How the job ends; null while that is undecided. */
    @Nullable End end() {
        return end.get();
    }

    boolean decided() {
        return end.get() != null;
    }

    /** Throws unless the job succeeded. Called once the job has ended. */
    void report() throws JobFailedException, JobCancelledException {
        End decided = end.get();
        if (decided == null) {
            throw new IllegalStateException("the job has not ended");
        }
        if (decided.cause() != null) {
            throw new JobFailedException(decided.why(), decided.cause());
        }
        if (decided != End.SUCCESS) {
            throw new JobCancelledException(decided.why());
        }
    }
}
