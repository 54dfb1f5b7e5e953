package io.millrace.engine.job;

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
     * Does a round of work on the calling thread, with what the job's code expects around itself.
     * What the reducer counted is added to the job's counters if the work says so.
     */
    void perform(AttemptGuard guard, Round work) throws Exception;

    /** A round of work. */
    @FunctionalInterface
    interface Round {

        /** Returns whether what was reduced counts. */
        boolean with(Combiner reducer) throws Exception;
    }
}
