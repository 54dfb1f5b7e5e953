package io.millrace.engine.job.remote;

import io.millrace.engine.config.Settings;
import io.millrace.engine.job.attempt.EngineParts;
import io.millrace.engine.job.attempt.JobRecords;
import io.millrace.engine.job.attempt.MapAttempt;
import io.millrace.engine.job.attempt.MapSide;
import io.millrace.engine.job.attempt.ReduceAttempt;
import io.millrace.engine.job.attempt.ReduceSide;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.plan.JobShape;
import io.millrace.engine.record.Combiner;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.shuffle.remote.SealedOutput;
import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.spill.SpillCoding;
import io.millrace.engine.stream.Tally;
import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.trace.ForeignWork;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The engine of a process that runs attempts of a job but not the job: record memory, sort threads,
 * a plan and a trace for one slot. Each attempt has its own shuffle, since other attempts see only
 * its sealed runs. It runs one attempt at a time, on the calling thread; the caller commits the
 * attempt.
 */
public final class AttemptEngine implements AutoCloseable {

    private final TaskProcess process;
    private final EngineParts parts;

    private AttemptEngine(TaskProcess process) {
        this.process = process;
        this.parts = process.parts();
    }

    /**
     * Opens an engine for attempts of a job.
     *
     * @param settings of the job; memory, sort threads and shuffle are taken from the process
     */
    public static AttemptEngine open(
            JobRecords job, JobShape shape, Settings settings, TaskResources resources) {
        MemoryBudget memory = resources.newMemory(settings);
        return new AttemptEngine(TaskProcess.open(job, shape, settings, resources, memory));
    }

    /**
     * Runs a map attempt up to its commit.
     *
     * @param directories the attempt's own directories, for its runs
     * @return its output, in files of these directories; the caller owns it
     */
    public SealedOutput map(MapAttempt attempt, AttemptGuard guard, List<Path> directories)
            throws Exception {
        if (parts.job().reduceTasks() == 0) {
            process.sampler().add(parts.trace());
            try {
                new MapSide(null, guard, parts.trace()).run(attempt, Thread::interrupted);
                return SealedOutput.none(0);
            } finally {
                process.sampler().remove(parts.trace());
            }
        }
        try (AttemptCollector collector =
                new AttemptCollector(parts, process.sampler(), guard, directories)) {
            collector.side().run(attempt, Thread::interrupted);
            return collector.seal();
        }
    }

    /**
     * Opens the output of a map attempt whose mapper is called elsewhere. Waits until there is
     * memory for it.
     *
     * @param combiner the job's combiner, working for this attempt, or null
     * @param directories the attempt's own directories, for its runs
     */
    public AttemptCollector collect(
            AttemptGuard guard, @Nullable Combiner combiner, List<Path> directories)
            throws IOException, InterruptedException {
        return AttemptCollector.open(parts, process.sampler(), guard, combiner, directories);
    }

    /**
     * Opens the input of a reduce attempt whose map outputs arrive one by one, and whose reducer is
     * called elsewhere. The job must have a single partition.
     *
     * @param directories the attempt's own directories, for its runs
     */
    public AttemptInput receive(AttemptGuard guard, List<Path> directories) {
        return new AttemptInput(parts, process.sampler(), guard, directories);
    }

    /**
     * Runs a reduce attempt up to its commit.
     *
     * @param input the attempt's input; owns runs in the memory of this process
     * @return no runs, only the number of records that were spilled
     */
    public SealedOutput reduce(ReduceAttempt attempt, AttemptGuard guard, RemoteAttempt.Input input)
            throws Exception {
        process.sampler().add(parts.trace());
        try (Shuffle shuffle = openShuffle(parts, input.directories())) {
            shuffle.publish(
                    new SealedOutput(input.runs(), new Tally(parts.job().reduceTasks()), 0));
            shuffle.endMaps();
            ReduceSide side = new ReduceSide(shuffle, guard, parts.trace());
            try {
                side.run(attempt, input.statistics(), Thread::interrupted);
                return SealedOutput.none(side.spilledRecords());
            } finally {
                side.close();
            }
        } finally {
            process.sampler().remove(parts.trace());
        }
    }

    /**
     * Opens a shuffle for one attempt, with its own key: other attempts also number their files.
     */
    static Shuffle openShuffle(EngineParts parts, List<Path> directories) {
        return parts.openShuffle(new SpillArea(directories, parts.coding().rekeyed()));
    }

    /**
     * Opens an intake for a reduce attempt's runs that are not in files of this machine.
     *
     * @param directories the attempt's own
     * @param who the owner of the runs, for messages
     */
    public RunIntake intake(List<Path> directories, String who) {
        return parts.intake(new SpillArea(directories, SpillCoding.PLAIN), who);
    }

    /**
     * The time spent in each phase since the last call, on the calling thread and on sort threads.
     */
    public ForeignWork takeWork() {
        return process.takeWork(span -> true);
    }

    /** Record memory taken now, in bytes. */
    public long memoryHeldBytes() {
        return parts.memory().heldBytes();
    }

    /** Ends the threads and gives back the memory. No attempt may be running. */
    @Override
    public void close() {
        process.close();
    }
}
