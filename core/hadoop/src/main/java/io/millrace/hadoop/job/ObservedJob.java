package io.millrace.hadoop.job;

import io.millrace.engine.job.Engine;
import io.millrace.engine.job.JobExecution;
import io.millrace.engine.plan.Choice;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.trace.Trace;
import io.millrace.hadoop.tracking.AttemptTracker;
import io.millrace.hadoop.watch.InputSplits;
import io.millrace.hadoop.watch.JobFailure;
import io.millrace.hadoop.watch.JobPlan;
import io.millrace.hadoop.watch.LostAttempt;
import io.millrace.hadoop.watch.PathUse;
import io.millrace.hadoop.watch.WatchedJob;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus.State;
import org.jspecify.annotations.Nullable;

/** One run of a job as observers see it. Thread-safe. */
final class ObservedJob implements WatchedJob {

    private record Executed(Engine engine, JobExecution execution, JobPlan plan) {}

    private record Ended(JobEnd end, org.apache.hadoop.mapred.Counters counters) {}

    private final JobRequest request;
    private final AttemptTracker tracker;

    /** Trace of the time before the tasks; it contains only its start and end. */
    private final Trace before;

    private volatile @Nullable Executed executed;
    private volatile @Nullable Ended ended;

    ObservedJob(JobRequest request, AttemptTracker tracker) {
        this.request = request;
        this.tracker = tracker;
        this.before = new Trace(request.id().toString());
    }

    /** Notes that the job's tasks run from now on. */
    void executing(Engine engine, JobExecution execution, JobPlan plan) {
        executed = new Executed(engine, execution, plan);
    }

    /** Notes the job's end; the counters are final. */
    void end(JobEnd end, org.apache.hadoop.mapred.Counters counters) {
        before.end();
        ended = new Ended(end, counters);
    }

    @Override
    public JobID id() {
        return request.id();
    }

    @Override
    public Configuration conf() {
        return request.conf();
    }

    @Override
    public State state() {
        Ended known = ended;
        return known == null ? State.RUNNING : known.end().state();
    }

    @Override
    public String why() {
        Ended known = ended;
        return known == null ? "" : known.end().why();
    }

    @Override
    public @Nullable JobFailure failure() {
        Ended known = ended;
        return known == null ? null : known.end().failure();
    }

    @Override
    public int tasks(TaskKind kind) {
        return tracker.tasks(kind);
    }

    @Override
    public int slots(TaskKind kind) {
        Executed run = executed;
        return run == null ? 0 : run.engine().slots(kind);
    }

    @Override
    public int running(TaskKind kind) {
        return tracker.running(kind);
    }

    @Override
    public int waiting(TaskKind kind) {
        return tracker.waiting(kind);
    }

    @Override
    public float progress(TaskKind kind) {
        return tracker.progress(kind);
    }

    @Override
    public Counters counters() {
        Ended known = ended;
        return new Counters(known == null ? tracker.sum() : known.counters());
    }

    @Override
    public List<Choice<?>> plan() {
        Executed run = executed;
        return run == null ? List.of() : run.plan().choices();
    }

    @Override
    public String planAdvice() {
        Executed run = executed;
        return run == null ? "" : run.plan().advice();
    }

    @Override
    public List<PathUse> paths() {
        return tracker.paths();
    }

    @Override
    public InputSplits splits() {
        Executed run = executed;
        return run == null ? InputSplits.of(LongStream.empty()) : run.plan().splits();
    }

    @Override
    public Trace trace() {
        Executed run = executed;
        return run == null ? before : run.execution().trace();
    }

    @Override
    public long memoryHeldBytes() {
        Executed run = executed;
        return run == null ? 0 : run.engine().memoryHeldBytes();
    }

    @Override
    public long memoryMaxBytes() {
        Executed run = executed;
        return run == null ? 0 : run.engine().memoryMaxBytes();
    }

    @Override
    public List<LostAttempt> lostAttempts() {
        return tracker.lostAttempts();
    }
}
