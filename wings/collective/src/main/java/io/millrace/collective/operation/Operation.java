package io.millrace.collective.operation;

import org.apache.hadoop.io.Writable;

/**
 * Combines the values of a key into one. Combining is commutative and associative, up to rounding.
 * An implementation has a constructor without arguments, and implements {@code Configurable} if it
 * needs the job's configuration. Used by one thread at a time.
 *
 * @param <V> a value, as written by mappers
 * @param <S> the state for some values, from which the result is computed
 */
public interface Operation<V extends Writable, S extends Writable> {

    /** The state for no values. */
    S newState();

    /** Adds a value; the caller may reuse the object. */
    void add(S state, V value);

    /** Adds another state, which is not used afterwards. */
    void combine(S state, S other);

    /** The result of all added values; the state is not used afterwards. */
    Writable result(S state);
}
