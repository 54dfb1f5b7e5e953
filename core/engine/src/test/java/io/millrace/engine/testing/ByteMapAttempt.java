package io.millrace.engine.testing;

import io.millrace.engine.job.attempt.MapAttempt;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.testing.ByteJob.Point;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Emits the records of one split of a {@link ByteJob}. */
final class ByteMapAttempt implements MapAttempt {

    private final ByteJob job;
    private final AttemptId id;
    private final ByteJob.Split split;
    private final @Nullable Combiner combiner;
    private final List<ByteRecord> collected = new ArrayList<>();

    ByteMapAttempt(ByteJob job, AttemptId id, ByteJob.Split split, @Nullable Combiner combiner) {
        this.job = job;
        this.id = id;
        this.split = split;
        this.combiner = combiner;
    }

    @Override
    public void run(@Nullable RecordSink output) throws Exception {
        job.reached(Point.MAP_STARTED, id);
        split.emitTo((key, value) -> {
            if (output == null) {
                collected.add(new ByteRecord(key, value));
            } else {
                output.output().write(key, 0, key.length);
                output.endKey();
                output.output().write(value, 0, value.length);
                output.endRecord(job.partition(key));
            }
            job.reached(Point.MAP_EMITTED, id);
        });
        job.reached(Point.MAP_ENDED, id);
    }

    @Override
    public void commit() throws Exception {
        job.reached(Point.MAP_COMMITTING, id);
        job.commit(id, collected);
    }

    @Override
    public void abort(Throwable cause) {
        AbortHook.run(job, Point.MAP_ABORTED, id);
    }

    @Override
    public @Nullable Combiner combiner() {
        return combiner;
    }
}
