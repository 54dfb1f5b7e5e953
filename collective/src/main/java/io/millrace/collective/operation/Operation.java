package io.millrace.collective.operation;

import org.apache.hadoop.io.Writable;

/**
 * How the values of a key become one. Combining is commutative and associative, up to rounding. An
 * implementation has a constructor without arguments, and is a {@code Configurable} if it wants the
 * job's configuration; it is used by one thread at a time.
 *
 * @param <V> a value, as mappers write it
 * @param <S> what is known of some values, from which the result is made
 */
public interface Operation<V extends Writable, S extends Writable> {

    /** What is known of no values. */
    S newState();

    /** Adds a value, which the caller may use again. */
    void add(S state, V value);

    /** Adds what is known of other values, which is not used any more. */
    void combine(S state, S other);

    /** The value that stands for all that were added; the state is not used any more. */
    Writable result(S state);
}
