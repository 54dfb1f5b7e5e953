package io.millrace.collective.gang;

import io.millrace.collective.data.KeyValue;
import io.millrace.collective.transport.Transport;
import java.util.List;

/**
 * One step of one iteration on one worker, from what its map tasks write to the result. Used by the
 * worker's thread.
 */
interface Round extends AutoCloseable {

    /** What a try at a map task writes to. */
    StepOutput newOutput(int map, int number) throws Exception;

    /** From now on, what a map task has written counts. */
    void commit(int map, StepOutput output) throws Exception;

    /** Takes part in the collective. */
    List<KeyValue> finish(Transport transport) throws Exception;

    /** Gives back what the round holds, also if it was not finished. */
    @Override
    default void close() {}
}
