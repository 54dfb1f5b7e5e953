package io.millrace.engine.job.partial;

import io.millrace.engine.record.Combiner;
import io.millrace.engine.task.AttemptGuard;

/**
 * A job's partial reducer: it makes fewer records of those of several committed map outputs, while
 * map tasks run, so that there is less to keep in memory, to spill and to reduce (MapReduce with
 * Communication Overlap, Ahmad et al. 2007). It has to be commutative and associative, and to emit
 * the key that it is given; the job's reducer reduces its results again.
 */
public interface PartialReducer {

    /**
     * Runs a round of work on the calling thread, in the environment that the job's code expects.
     * The reducer's counts are added to the job's counters if the work returns true.
     */
    void perform(AttemptGuard guard, Round work) throws Exception;

    /** One round of work. */
    @FunctionalInterface
    interface Round {

        /** Returns whether the results count. */
        boolean with(Combiner reducer) throws Exception;
    }
}
