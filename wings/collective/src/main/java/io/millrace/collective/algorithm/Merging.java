package io.millrace.collective.algorithm;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/**
 * Operations of a collective on the data of workers. Combining is commutative and associative to
 * the last bit: the result does not depend on the algorithm, the number of workers or the order.
 *
 * @param <T> the data of a worker
 */
public interface Merging<T> {

    /** Combines both; may use up either. */
    T combine(T one, T other) throws IOException;

    /** Combines with the output of {@link #write}, and reads nothing after it. */
    default T combine(T one, DataInput other) throws IOException {
        return combine(one, read(other));
    }

    /** Splits into pieces, each key into the same piece on every worker; uses up {@code all}. */
    List<T> split(T all, int pieces) throws IOException;

    /** The inverse of {@link #split}, for combined pieces. */
    T join(List<T> pieces) throws IOException;

    void write(T part, DataOutput out) throws IOException;

    /** Reads the output of {@link #write}, and nothing after it. */
    T read(DataInput in) throws IOException;

    /**
     * Reads like {@link #read}, and uses up {@code spent}, data of the same kind whose memory the
     * result may take over.
     */
    default T readOver(T spent, DataInput in) throws IOException {
        return read(in);
    }
}
