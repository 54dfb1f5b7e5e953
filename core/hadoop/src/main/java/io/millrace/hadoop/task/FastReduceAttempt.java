package io.millrace.hadoop.task;

import io.millrace.engine.job.attempt.ReduceAttempt;
import io.millrace.engine.record.Combiner;
import io.millrace.hadoop.combine.JobCombiner;
import io.millrace.hadoop.group.GroupSizes;
import io.millrace.hadoop.plan.TaskPlan;
import java.util.function.DoubleConsumer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.jspecify.annotations.Nullable;

/** An attempt at a reduce task, run by Millrace's own runners. */
final class FastReduceAttempt implements ReduceAttempt {

    private final AttemptFrame frame;
    private final AttemptCommitter committer;

    FastReduceAttempt(AttemptFrame frame) {
        this.frame = frame;
        this.committer = new AttemptCommitter(frame);
    }

    @Override
    public void run(ReduceInput input) throws Exception {
        boolean newApi = frame.conf().getUseNewReducer();
        frame.status().text("reduce > reduce");
        ShuffleCounts.add(frame, input.statistics());
        frame.position(() ->
                "partition "
                        + frame.guard().attempt().task()
                        + ", record "
                        + frame.reporter().getCounter(TaskCounter.REDUCE_INPUT_RECORDS).getValue());
        frame.work(
                "",
                () -> {
                    frame.makeLocalDirectory();
                    committer.setUp(newApi);
                    DoubleConsumer progress = ReduceProgress.to(frame);
                    frame.reporter()
                            .refreshProgressBy(() -> progress.accept(input.records().progress()));
                    GroupSizes sizes = new GroupSizes();
                    if (newApi) {
                        new NewReduceRun(frame, committer).run(input.records(), sizes);
                    } else {
                        new OldReduceRun(frame).run(input.records(), sizes);
                    }
                    input.largest().accept(sizes.largest());
                    return null;
                });
    }

    @Override
    public @Nullable Combiner mergeCombiner() {
        TaskPlan plan = frame.plan();
        return plan.hadoopTies() && frame.conf().getCombinerClass() != null
                ? JobCombiner.of(
                        frame.conf(),
                        plan.combiner(),
                        frame.id(),
                        frame.reporter(),
                        frame.scope(),
                        frame::place,
                        frame.combinerLock())
                : null;
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
}
