package io.millrace.engine.job.schedule;

import io.millrace.engine.job.attempt.JobListener;
import java.util.function.Consumer;

/**
 * Calls a job's listener. If the listener throws, which it must not, the job fails but the engine
 * does not.
 */
public final class ListenerCalls {

    private final JobTerms job;
    private final JobFate fate;

    public ListenerCalls(JobTerms job, JobFate fate) {
        this.job = job;
        this.fate = fate;
    }

    String jobName() {
        return job.name();
    }

    /**
     * Calls the listener.
     *
     * @param about the subject of the call, for the message
     */
    public void tell(Object about, Consumer<JobListener> what) {
        try {
            what.accept(job.listener());
        } catch (Throwable e) {
            fate.fail(
                    "job "
                            + job.name()
                            + " failed: its listener threw an exception on "
                            + about
                            + ": "
                            + FailureText.of(e),
                    e);
        }
    }
}
