package io.millrace.collective.algorithm;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * What a collective does with what workers have. Combining is commutative and associative to the
 * last bit: whichever algorithm, number of workers and order, the result is the same.
 *
 * @param <T> what a worker has
 */
public interface Merging<T> {

    /** Both in one; may use up either. */
    T combine(T one, T other) throws IOException;

    /** Cuts into pieces, the same keys into the same piece on every worker; uses up {@code all}. */
    List<T> split(T all, int pieces) throws IOException;

    /** The opposite of {@link #split}, of pieces that were combined. */
    T join(List<T> pieces) throws IOException;

    void write(T part, DataOutput out) throws IOException;

    /** Reads what {@link #write} wrote. */
    T read(DataInput in) throws IOException;
}
