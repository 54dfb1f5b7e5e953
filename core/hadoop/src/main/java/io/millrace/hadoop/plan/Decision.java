package io.millrace.hadoop.plan;

import org.jspecify.annotations.Nullable;

/**
 * The replacement of Hadoop's class in a part of a task's work, or the reason for having none.
 * Immutable.
 *
 * @param chosen null if Hadoop's own class does the work
 * @param obstacle empty if something was chosen
 */
record Decision<E>(@Nullable E chosen, String obstacle) {

    static <E> Decision<E> quick(E chosen) {
        return new Decision<>(chosen, "");
    }

    static <E> Decision<E> hadoops(String obstacle) {
        return new Decision<>(null, obstacle);
    }

    /** Chooses {@code candidate} unless there is an obstacle. */
    static <E> Decision<E> of(E candidate, String obstacle) {
        return obstacle.isEmpty() ? quick(candidate) : hadoops(obstacle);
    }
}
