package io.millrace.engine.job.attempt;

import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.ties.HadoopTerms;
import io.millrace.engine.ties.SpillTerms;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a job that the engine needs to collect, sort and merge its records, in the
 * process of the job or in another one. Methods may be called from several threads at once.
 */
public interface JobRecords {

    /**
     * The name in threads, files and messages, for instance Hadoop's job id; must be a valid file
     * name.
     */
    String name();

    /** Number of partitions; 0 for a job without reducers. */
    int reduceTasks();

    /** An instance of the key order for one thread. Not called for a job without reducers. */
    KeyOrder newKeyOrder();

    /**
     * Wraps work that another thread does for an attempt, a sort or a combine, so that it runs in
     * the attempt's environment. Called on the attempt's thread.
     */
    default Runnable carry(Runnable work) {
        return work;
    }

    /**
     * The job's own AES key of 16, 24 or 32 bytes for encrypting runs on disk; null if they are not
     * encrypted.
     */
    default byte @Nullable [] spillKey() {
        return null;
    }

    /** Where Hadoop would cut the output of the job's map tasks into spills. */
    default SpillTerms spillTerms() {
        return SpillTerms.DEFAULT;
    }

    /**
     * The properties that Hadoop's order of equal keys depends on; called only if the plan has that
     * order.
     */
    default HadoopTerms hadoopTerms() {
        return HadoopTerms.defaults();
    }
}
