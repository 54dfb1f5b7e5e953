package io.millrace.collective.gang;

/** What a gang counts of its loop, beside what mappers count. Times of failed tries are in none. */
public enum LoopCounter {
    /** Iterations that it ran itself, not those before a checkpoint. */
    ITERATIONS,
    /** Microseconds in which the slowest worker of each iteration ran mappers. */
    MAP_MICROS,
    /** Microseconds that iterations took beyond that: the collectives and all that is around. */
    OVERHEAD_MICROS
}
