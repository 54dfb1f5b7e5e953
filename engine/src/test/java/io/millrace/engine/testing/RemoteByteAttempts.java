package io.millrace.engine.testing;

import io.millrace.engine.config.Settings;
import io.millrace.engine.job.MapAttempt;
import io.millrace.engine.job.ReduceAttempt;
import io.millrace.engine.job.ReduceAttempt.ReduceInput;
import io.millrace.engine.job.RemoteAttempt;
import io.millrace.engine.job.RemoteAttempts;
import io.millrace.engine.job.TaskAttempt;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.plan.Planner;
import io.millrace.engine.shuffle.MapOutput;
import io.millrace.engine.shuffle.PartitionInput;
import io.millrace.engine.shuffle.SealedOutput;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.shuffle.ShuffleContext;
import io.millrace.engine.shuffle.Shuffles;
import io.millrace.engine.spill.SpillCoding;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.engine.trace.ForeignPhases;
import io.millrace.engine.trace.Trace;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Attempts of a {@link ByteJob} that share nothing with the engine but files and what is written
 * about them: each has memory of its own, as in another process.
 */
final class RemoteByteAttempts implements RemoteAttempts {

    private static final int SLAB = 16 * 1024;
    private static final int MEMORY = 64 * SLAB;

    private final ByteJob job;

    RemoteByteAttempts(ByteJob job) {
        this.job = job;
    }

    @Override
    public RemoteAttempt newAttempt(AttemptId id, AttemptGuard guard) throws Exception {
        if (id.kind() == TaskKind.MAP) {
            MapAttempt map = job.newMapAttempt(id, guard);
            return new Remote(map, input -> map(map, guard, input));
        }
        ReduceAttempt reduce = job.newReduceAttempt(id, guard);
        return new Remote(reduce, input -> reduce(reduce, guard, input));
    }

    private SealedOutput map(MapAttempt attempt, AttemptGuard guard, RemoteAttempt.Input input)
            throws Exception {
        if (job.reduceTasks() == 0) {
            attempt.run(null);
            return SealedOutput.none(0);
        }
        try (MemoryBudget memory = new MemoryBudget(MEMORY, SLAB, 8 * SLAB);
                Shuffle shuffle = shuffle(memory, input.directories())) {
            MapOutput output = shuffle.openMapOutput(guard, attempt.combiner());
            try {
                attempt.run(output.sink());
                output.finish();
                return told(output.seal());
            } finally {
                output.close();
            }
        }
    }

    private static SealedOutput told(SealedOutput output) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        output.writeTo(new DataOutputStream(bytes));
        return SealedOutput.readFrom(
                new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    }

    private SealedOutput reduce(
            ReduceAttempt attempt, AttemptGuard guard, RemoteAttempt.Input input) throws Exception {
        try (MemoryBudget memory = new MemoryBudget(MEMORY, SLAB, 8 * SLAB);
                Shuffle shuffle = shuffle(memory, input.directories())) {
            Tally none = new Tally(job.reduceTasks());
            shuffle.publish(told(new SealedOutput(input.files(), none, 0)));
            shuffle.endMaps();
            try (PartitionInput partition = shuffle.openPartition(guard)) {
                attempt.run(new ReduceInput(partition.records(), input.statistics()));
                return SealedOutput.none(partition.spilledRecords());
            }
        }
    }

    private Shuffle shuffle(MemoryBudget memory, List<Path> directories) {
        Planner planner = new Planner(1, 1, 1, MEMORY, SLAB);
        return Shuffles.open(
                new ShuffleContext(
                        job.name(),
                        job.reduceTasks(),
                        planner.plan(job.shape(), Settings.DEFAULTS),
                        job::newKeyOrder,
                        memory,
                        (guard, work) -> work.run(),
                        new Trace("test"),
                        directories,
                        SpillCoding.PLAIN));
    }

    /** What an attempt does before its commit. */
    private interface Work {
        SealedOutput on(RemoteAttempt.Input input) throws Exception;
    }

    private record Remote(TaskAttempt attempt, Work work) implements RemoteAttempt {

        @Override
        public SealedOutput run(Input input, ForeignPhases phases) throws Exception {
            return work.on(input);
        }

        @Override
        public void commit() throws Exception {
            attempt.commit();
        }

        @Override
        public void abort(Throwable cause) {
            attempt.abort(cause);
        }
    }
}
