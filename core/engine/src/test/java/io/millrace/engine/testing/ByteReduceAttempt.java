package io.millrace.engine.testing;

import io.millrace.engine.job.attempt.ReduceAttempt;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.testing.ByteJob.Point;
import java.util.ArrayList;
import java.util.List;

/** Collects the records of one partition of a {@link ByteJob}. */
final class ByteReduceAttempt implements ReduceAttempt {

    private final ByteJob job;
    private final AttemptId id;
    private final List<ByteRecord> collected = new ArrayList<>();

    ByteReduceAttempt(ByteJob job, AttemptId id) {
        this.job = job;
        this.id = id;
    }

    @Override
    public void run(ReduceInput input) throws Exception {
        job.reached(Point.REDUCE_STARTED, id);
        while (input.records().next()) {
            collected.add(ByteRecord.copyOf(input.records()));
            job.reached(Point.REDUCE_READ, id);
        }
        job.reached(Point.REDUCE_ENDED, id);
    }

    @Override
    public void commit() throws Exception {
        job.reached(Point.REDUCE_COMMITTING, id);
        job.commit(id, collected);
    }

    @Override
    public void abort(Throwable cause) {
        AbortHook.run(job, Point.REDUCE_ABORTED, id);
    }
}
