package io.millrace.hadoop.plan;

import org.jspecify.annotations.Nullable;

/**
 * What does a part of a task's work in Hadoop's place, or why nothing does. Immutable.
 *
 * @param chosen null if Hadoop's own class does it
 * @param obstacle empty if something was chosen
 */
record Decision<E>(@Nullable E chosen, String obstacle) {

    static <E> Decision<E> quick(E chosen) {
        return new Decision<>(chosen, "");
    }

    static <E> Decision<E> hadoops(String obstacle) {
        return new Decision<>(null, obstacle);
    }

    /** Quick unless there is an obstacle. */
    static <E> Decision<E> of(E candidate, String obstacle) {
        return obstacle.isEmpty() ? quick(candidate) : hadoops(obstacle);
    }
}
