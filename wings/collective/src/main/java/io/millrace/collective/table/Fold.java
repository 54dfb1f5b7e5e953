package io.millrace.collective.table;

import io.millrace.collective.data.KeyValue;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * The tables of some map tasks of one iteration, folded as far as the order allows. A map task
 * counts once: a second table of the same one is an error. Used by one thread.
 */
public interface Fold {

    /** Adds the table of a map task and uses it up. */
    void add(int map, Table table) throws IOException;

    /** Adds the fold of another worker and uses it up. */
    void combine(Fold other) throws IOException;

    /** Adds the fold of another worker, as {@link #write} has written it. */
    void combine(DataInput other) throws IOException;

    /** Splits into folds of different keys; uses this one up. */
    List<Fold> split(int pieces, KeyPlace place) throws IOException;

    /** Adds another piece of the same {@link #split}: other keys of the same map tasks. */
    void join(Fold piece) throws IOException;

    /** Each key and its result, unordered, once all map tasks are included; uses the fold up. */
    List<KeyValue> results() throws IOException;

    void write(DataOutput out) throws IOException;

    /**
     * Reads the output of {@link #write} into an empty fold.
     *
     * @param spent a fold that is not needed any more, for the memory of its numbers
     */
    void read(DataInput in, Fold spent) throws IOException;
}
