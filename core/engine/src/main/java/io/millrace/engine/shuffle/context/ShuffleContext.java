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
import io.millrace.engine.trace.Trace;
import java.util.function.Supplier;

/**
 * The parts that a shuffle works with. Lent for the life of the shuffle.
 *
 * @param sorters runs work on the sort pool
 * @param area the job's own place for runs on disk, and their encoding
 */
public record ShuffleContext(
        ShuffleJob job, MemoryBudget memory, Sorters sorters, Trace trace, SpillArea area) {

    public int partitions() {
        return job.partitions();
    }

    public Plan plan() {
        return job.plan();
    }

    /** Creates a key order for one thread. */
    public Supplier<KeyOrder> keyOrders() {
        return job.keyOrders();
    }

    /** An account for this job. */
    public MemoryAccount account(MemoryUse use) {
        return memory.account(use, job.name());
    }

    /**
     * Most records of a chunk. If chunks become blocks of shared streams, each block must fit the
     * one-slab index with which a reduce attempt can always sort.
     */
    public int maxChunkRecords() {
        return plan().value(EngineKeys.SHUFFLE_KIND) == ShuffleKind.PULL
                ? Integer.MAX_VALUE
                : memory.slabBytes() / SortIndex.ENTRY_BYTES;
    }

    /**
     * Checks that an attempt of the job may run in another process than the shuffle.
     *
     * @throws IllegalStateException if equal keys come in Hadoop's order
     */
    public void checkMayLeaveProcess() {
        if (job.hadoop() != null) {
            throw new IllegalStateException(
                    "job "
                            + job.name()
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
        if (plan().value(EngineKeys.SHUFFLE_KIND) != ShuffleKind.PULL) {
            throw new IllegalStateException(
                    "map attempts of job "
                            + job.name()
                            + " push records to reduce attempts of their process, so their runs"
                            + " cannot leave it");
        }
    }
}
