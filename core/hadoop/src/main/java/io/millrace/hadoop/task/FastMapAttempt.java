package io.millrace.hadoop.task;

import io.millrace.engine.job.attempt.MapAttempt;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.RecordSink;
import org.jspecify.annotations.Nullable;

/** An attempt at a map task, run by Millrace's own runners. */
final class FastMapAttempt implements MapAttempt {

    private final AttemptFrame frame;
    private final AttemptCommitter committer;
    private final @Nullable Combiner combiner;

    FastMapAttempt(AttemptFrame frame) {
        this.frame = frame;
        this.committer = new AttemptCommitter(frame);
        this.combiner = frame.mapCombiner();
    }

    @Override
    public void run(@Nullable RecordSink output) throws Exception {
        boolean newApi = frame.conf().getUseNewMapper();
        frame.status().text("map");
        frame.work(
                "",
                () -> {
                    frame.makeLocalDirectory();
                    committer.setUp(newApi);
                    if (newApi) {
                        new NewMapRun(frame, committer).run(output);
                    } else {
                        new OldMapRun(frame).run(output);
                    }
                    return null;
                });
    }

    @Override
    public void commit() throws Exception {
        frame.commit(committer::commit);
    }

    @Override
    public Throwable explain(Throwable failure) {
        return frame.explain(failure);
    }

    @Override
    public void abort(Throwable cause) {
        frame.abort(committer::abort);
    }

    @Override
    public @Nullable Combiner combiner() {
        return combiner;
    }

    @Override
    public boolean ordersByItself() {
        return frame.ordersByItself();
    }
}
