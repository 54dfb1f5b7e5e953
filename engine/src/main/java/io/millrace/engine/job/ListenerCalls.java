package io.millrace.engine.job;

import java.util.function.Consumer;

/**
 * Calls a job's listener. One that throws, which it must not, fails its job rather than the engine.
 */
final class ListenerCalls {

    private final JobTerms job;
    private final JobFate fate;

    ListenerCalls(JobTerms job, JobFate fate) {
        this.job = job;
        this.fate = fate;
    }

    String jobName() {
        return job.name();
    }

    /**
     * Tells the listener something.
     *
     * @param about what that is about, for the message
     */
    void tell(Object about, Consumer<JobListener> what) {
        try {
            what.accept(job.listener());
        } catch (Throwable e) {
            fate.fail(
                    "job "
                            + job.name()
                            + " failed: its listener threw when told of "
                            + about
                            + ": "
                            + FailureText.of(e),
                    e);
        }
    }
}
