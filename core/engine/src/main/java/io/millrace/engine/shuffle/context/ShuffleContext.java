package io.millrace.engine.shuffle.context;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.Plan;
import io.millrace.engine.plan.ShuffleKind;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.sort.SortIndex;
import io.millrace.engine.spill.SpillArea;
import io.millrace.engine.ties.HadoopTerms;
import io.millrace.engine.ties.SpillTerms;
import io.millrace.engine.trace.Trace;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The parts that a shuffle works with. Lent for the life of the shuffle.
 *
 * @param job name of the job, for files and messages
 * @param partitions number of reduce tasks, at least 1
 * @param keyOrders creates a key order for one thread
 * @param sorters runs work on the sort pool
 * @param area the job's own place for runs on disk, and their encoding
 * @param spills where Hadoop would cut map output into spills, and whether it would combine again:
 *     decides how often combiners are called
 * @param hadoop the other properties that Hadoop's order of equal keys depends on; null if the plan
 *     does not ask for that order
 */
public record ShuffleContext(
        String job,
        int partitions,
        Plan plan,
        Supplier<KeyOrder> keyOrders,
        MemoryBudget memory,
        Sorters sorters,
        Trace trace,
        SpillArea area,
        SpillTerms spills,
        @Nullable HadoopTerms hadoop) {

    /** The context of a shuffle with equal keys in the order of emission, and default spills. */
    public ShuffleContext(
            String job,
            int partitions,
            Plan plan,
            Supplier<KeyOrder> keyOrders,
            MemoryBudget memory,
            Sorters sorters,
            Trace trace,
            SpillArea area) {
        this(
                job,
                partitions,
                plan,
                keyOrders,
                memory,
                sorters,
                trace,
                area,
                SpillTerms.DEFAULT,
                null);
    }

    /** An account for this job. */
    public MemoryAccount account(MemoryUse use) {
        return memory.account(use, job);
    }

    /**
     * Most records of a chunk. If chunks become blocks of shared streams, each block must fit the
     * one-slab index with which a reduce attempt can always sort.
     */
    public int maxChunkRecords() {
        return plan.value(EngineKeys.SHUFFLE_KIND) == ShuffleKind.PULL
                ? Integer.MAX_VALUE
                : memory.slabBytes() / SortIndex.ENTRY_BYTES;
    }

    /**
     * Checks that an attempt of the job may run in another process than the shuffle.
     *
     * @throws IllegalStateException if equal keys come in Hadoop's order
     */
    public void checkMayLeaveProcess() {
        if (hadoop != null) {
            throw new IllegalStateException(
                    "job "
                            + job
                            + " uses Hadoop's order of equal keys, so all its attempts must run in one"
                            + " process");
        }
    }

    /**
     * Checks that runs of the job's map attempts may leave this process.
     *
     * @throws IllegalStateException if they may not, or if they lack the records that a push has
     *     copied
     */
    public void checkRunsMayLeave() {
        checkMayLeaveProcess();
        if (plan.value(EngineKeys.SHUFFLE_KIND) != ShuffleKind.PULL) {
            throw new IllegalStateException(
                    "map attempts of job "
                            + job
                            + " push records to reduce attempts of their process, so their runs"
                            + " cannot leave it");
        }
    }
}
