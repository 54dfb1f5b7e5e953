package io.millrace.engine.job.attempt;

import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.Plan;
import io.millrace.engine.plan.RunCompression;
import io.millrace.engine.plan.Ties;
import io.millrace.engine.shuffle.Shuffle;
import io.millrace.engine.shuffle.Shuffles;
import io.millrace.engine.shuffle.context.ShuffleContext;
import io.millrace.engine.shuffle.context.ShuffleJob;
import io.millrace.engine.shuffle.context.Sorters;
import io.millrace.engine.spill.RunIntake;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.spill.SpillCoding;
import io.millrace.engine.trace.Trace;

/** The parts of one process that attempts of one job work with. Thread-safe. */
public record EngineParts(
        JobRecords job, Plan plan, MemoryBudget memory, Sorters sorters, Trace trace) {

    /** The encoding of the job's runs on disk. */
    public SpillCoding coding() {
        return SpillCoding.PLAIN
                .encrypted(job.spillKey())
                .compressed(plan.value(EngineKeys.SPILL_COMPRESSION) == RunCompression.LZ4);
    }

    /** A shuffle that writes runs into an area; the caller closes it. */
    public Shuffle openShuffle(SpillArea area) {
        boolean hadoopsOrder = plan.value(EngineKeys.SORT_TIES) == Ties.HADOOP;
        ShuffleJob own =
                new ShuffleJob(
                        job.name(),
                        job.reduceTasks(),
                        plan,
                        job::newKeyOrder,
                        job.spillTerms(),
                        hadoopsOrder ? job.hadoopTerms() : null);
        return Shuffles.open(new ShuffleContext(own, memory, sorters, trace, area));
    }

    /**
     * Opens an intake for an attempt's runs.
     *
     * @param area for runs that find no memory; nothing else numbers files for {@code who} there
     */
    public RunIntake intake(SpillArea area, String who) {
        return new RunIntake(
                memory.account(MemoryUse.RECEIVED_RUNS, job.name()),
                plan.value(EngineKeys.SLAB_KIND),
                area,
                who);
    }
}
