package io.millrace.engine.job;

import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.ties.HadoopTerms;
import org.jspecify.annotations.Nullable;

/**
 * What the engine has to know of a job to collect, sort and merge its records, in the process of
 * the job or in another one. Methods may be called from several threads at once.
 */
public interface JobRecords {

    /**
     * For thread names, files and messages, for instance Hadoop's job id; must be a valid file
     * name.
     */
    String name();

    /** Number of partitions; 0 for a job that ends with its map tasks. */
    int reduceTasks();

    /**
     * An instance of the key order that one thread may use. Not called for a job without reducers.
     */
    KeyOrder newKeyOrder();

    /**
     * Makes work that another thread does for an attempt, a sort or a combine, run in what is
     * around the attempt. Called on the attempt's thread.
     */
    default Runnable carry(Runnable work) {
        return work;
    }

    /**
     * The AES key of 16, 24 or 32 bytes with which runs on disk are encrypted; null if they need
     * not be. The job's own.
     */
    default byte @Nullable [] spillKey() {
        return null;
    }

    /** What Hadoop's order of equal keys depends on; asked only if the plan has that order. */
    default HadoopTerms hadoopTerms() {
        return HadoopTerms.defaults();
    }
}
