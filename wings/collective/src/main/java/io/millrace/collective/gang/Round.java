package io.millrace.collective.gang;

import io.millrace.collective.data.KeyValue;
import io.millrace.exchange.gang.Transport;
import java.util.List;

/**
 * One step of one iteration on one worker, from the output of its map tasks to the result. Used by
 * the worker's thread.
 */
interface Round extends AutoCloseable {

    /** The output of a try at a map task. */
    StepOutput newOutput(int map, int number) throws Exception;

    /** Commits the output of a map task. */
    void commit(int map, StepOutput output) throws Exception;

    /** Takes part in the collective. */
    List<KeyValue> finish(Transport transport) throws Exception;

    /** Releases the round's resources, even if it was not finished. */
    @Override
    default void close() {}
}
