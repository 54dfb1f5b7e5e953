package io.millrace.engine.testing;

import io.millrace.engine.job.JobDefinition;
import io.millrace.engine.job.attempt.JobListener;
import io.millrace.engine.job.attempt.MapAttempt;
import io.millrace.engine.job.attempt.ReduceAttempt;
import io.millrace.engine.job.attempt.RetryPolicy;
import io.millrace.engine.job.partial.PartialReducer;
import io.millrace.engine.job.remote.RemoteAttempts;
import io.millrace.engine.plan.JobShape;
import io.millrace.engine.plan.JobShape.CombinerUse;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.shuffle.remote.PlacedRuns;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A job over plain bytes. Its map tasks emit the records of their splits; its reduce tasks collect
 * what they read, and a map task without reducers what it emits; {@link #output} has what committed
 * attempts collected. Faults are hooks at {@link Point points} of an attempt's life.
 *
 * <p>Set up on one thread, then given to the engine; not changed afterwards.
 */
public final class ByteJob implements JobDefinition {

    /** Where a hook may stand. */
    public enum Point {
        MAP_CREATED,
        MAP_STARTED,
        /** After each record that a map attempt emitted. */
        MAP_EMITTED,
        MAP_ENDED,
        MAP_COMMITTING,
        MAP_ABORTED,
        REDUCE_CREATED,
        REDUCE_STARTED,
        /** After each record that a reduce attempt read. */
        REDUCE_READ,
        REDUCE_ENDED,
        REDUCE_COMMITTING,
        REDUCE_ABORTED
    }

    /** Runs on the attempt's thread, but for the two aborts, which may run on another. */
    @FunctionalInterface
    public interface Hook {
        void at(AttemptId attempt) throws Exception;
    }

    /** What one map task emits; called anew for each attempt. */
    @FunctionalInterface
    public interface Split {
        void emitTo(Emitter out) throws Exception;
    }

    /** Takes a split's records. */
    @FunctionalInterface
    public interface Emitter {
        void emit(byte[] key, byte[] value) throws Exception;
    }

    /** Says which partition a key belongs to. */
    @FunctionalInterface
    public interface Partitioner {
        int partition(byte[] key, int partitions);
    }

    private final String name;
    private final Path spillDirectory;
    private final List<Split> splits = new ArrayList<>();
    private final Map<TaskKind, RetryPolicy> policies = new EnumMap<>(TaskKind.class);
    private final Map<Point, Hook> hooks = new EnumMap<>(Point.class);
    private final Map<AttemptId, List<ByteRecord>> committed = new ConcurrentHashMap<>();
    private int reduceTasks;
    private Partitioner partitioner =
            (key, partitions) -> Math.floorMod(Arrays.hashCode(key), partitions);
    private Supplier<KeyOrder> keyOrder = ByteKeyOrder::withPrefix;
    private @Nullable Combiner combiner;
    private @Nullable PartialReducer partialReducer;
    private @Nullable Combiner partialCombiner;
    private JobListener listener = new JobListener() {};
    private Duration exitTimeout = Duration.ofSeconds(30);
    private Predicate<AttemptId> isRemote = attempt -> false;
    private @Nullable RemoteAttempts remote;

    private ByteJob(String name, Path spillDirectory) {
        this.name = name;
        this.spillDirectory = spillDirectory;
    }

    /** A job without tasks, whose attempts are tried once. */
    public static ByteJob named(String name, Path spillDirectory) {
        return new ByteJob(name, spillDirectory);
    }

    /** Adds a map task that emits these records. */
    public ByteJob split(List<ByteRecord> records) {
        return split(out -> {
            for (ByteRecord record : records) {
                out.emit(record.key(), record.value());
            }
        });
    }

    /** Adds a map task. */
    public ByteJob split(Split split) {
        splits.add(split);
        return this;
    }

    /** Adds {@code count} map tasks with one record each: the task's number. */
    public ByteJob numberedSplits(int count) {
        for (int i = 0; i < count; i++) {
            String number = Integer.toString(splits.size());
            split(List.of(ByteRecord.of(number, number)));
        }
        return this;
    }

    public ByteJob reducers(int count) {
        reduceTasks = count;
        return this;
    }

    public ByteJob partitionedBy(Partitioner value) {
        partitioner = value;
        return this;
    }

    public ByteJob orderedBy(Supplier<KeyOrder> value) {
        keyOrder = value;
        return this;
    }

    public ByteJob combinedBy(Combiner value) {
        combiner = value;
        return this;
    }

    /** Lets {@code value} reduce committed map outputs while map tasks run. */
    public ByteJob partiallyReducedBy(Combiner value) {
        partialCombiner = new PartialCombiner(value);
        return reducedInRoundsBy(value);
    }

    /** A partial reducer that map attempts do not call. */
    public ByteJob reducedInRoundsBy(Combiner value) {
        partialReducer = (guard, round) -> round.with(value);
        return this;
    }

    /** How often a task may fail, and which percentage of tasks, for both kinds. */
    public ByteJob retried(int maxAttempts, int maxFailedPercent) {
        RetryPolicy policy = new RetryPolicy(maxAttempts, maxFailedPercent);
        policies.put(TaskKind.MAP, policy);
        policies.put(TaskKind.REDUCE, policy);
        return this;
    }

    public ByteJob toldTo(JobListener value) {
        listener = value;
        return this;
    }

    public ByteJob exitTimeout(Duration value) {
        exitTimeout = value;
        return this;
    }

    /** Runs attempts as if they were in another process, with memory and sorting of their own. */
    public ByteJob remotely() {
        return remotely(attempt -> true, runs -> false);
    }

    /**
     * The same for some attempts, while the others run in this process.
     *
     * @param byContents whether runs cross by their bytes, not by the name of their file
     */
    public ByteJob remotely(Predicate<AttemptId> which, Predicate<PlacedRuns> byContents) {
        isRemote = which;
        remote = new RemoteByteAttempts(this, byContents);
        return this;
    }

    /** Runs {@code hook} at a point of every attempt's life; what it throws, the attempt throws. */
    public ByteJob at(Point point, Hook hook) {
        hooks.put(point, hook);
        return this;
    }

    /** What the planner would be told of this job. */
    public JobShape shape() {
        JobShape shape =
                JobShape.of(splits.size(), reduceTasks)
                        .combining(combiner == null ? CombinerUse.NONE : CombinerUse.CALLED)
                        .ordered(keyOrder.get());
        return partialReducer == null ? shape : shape.withPartialReducer();
    }

    /**
     * What the committed attempt at this reduce task (of a job without reducers: map task)
     * collected, in order; empty if none committed.
     */
    public List<ByteRecord> output(int task) {
        List<ByteRecord> records = new ArrayList<>();
        TaskKind kind = reduceTasks == 0 ? TaskKind.MAP : TaskKind.REDUCE;
        committed.forEach((attempt, collected) -> {
            if (attempt.kind() == kind && attempt.task() == task) {
                records.addAll(collected);
            }
        });
        return records;
    }

    /** What all tasks of the last kind put out, one task after the other. */
    public List<ByteRecord> outputs() {
        List<ByteRecord> records = new ArrayList<>();
        for (int task = 0; task < (reduceTasks == 0 ? splits.size() : reduceTasks); task++) {
            records.addAll(output(task));
        }
        return records;
    }

    /** Attempts that committed, in no order. */
    public List<AttemptId> committed() {
        return new ArrayList<>(committed.keySet());
    }

    void reached(Point point, AttemptId attempt) throws Exception {
        Hook hook = hooks.get(point);
        if (hook != null) {
            hook.at(attempt);
        }
    }

    int partition(byte[] key) {
        return partitioner.partition(key, reduceTasks);
    }

    void commit(AttemptId attempt, List<ByteRecord> records) throws IOException {
        if (committed.putIfAbsent(attempt, List.copyOf(records)) != null) {
            throw new IOException("attempt " + attempt + " committed twice");
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int mapTasks() {
        return splits.size();
    }

    @Override
    public int reduceTasks() {
        return reduceTasks;
    }

    @Override
    public KeyOrder newKeyOrder() {
        return keyOrder.get();
    }

    @Override
    public MapAttempt newMapAttempt(AttemptId id, AttemptGuard guard) throws Exception {
        reached(Point.MAP_CREATED, id);
        return new ByteMapAttempt(
                this, id, splits.get(id.task()), combiner == null ? partialCombiner : combiner);
    }

    @Override
    public ReduceAttempt newReduceAttempt(AttemptId id, AttemptGuard guard) throws Exception {
        reached(Point.REDUCE_CREATED, id);
        return new ByteReduceAttempt(this, id);
    }

    @Override
    public @Nullable RemoteAttempts remoteAttempts(AttemptId attempt) {
        return isRemote.test(attempt) ? remote : null;
    }

    @Override
    public @Nullable PartialReducer partialReducer() {
        return partialReducer;
    }

    @Override
    public RetryPolicy retryPolicy(TaskKind kind) {
        return policies.getOrDefault(kind, new RetryPolicy(1, 0));
    }

    @Override
    public JobListener listener() {
        return listener;
    }

    @Override
    public List<Path> spillDirectories() {
        return List.of(spillDirectory);
    }

    @Override
    public Duration exitTimeout() {
        return exitTimeout;
    }
}
