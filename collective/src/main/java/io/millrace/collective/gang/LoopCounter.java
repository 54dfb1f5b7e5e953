package io.millrace.collective.gang;

/**
 * The gang's own counters of its loop, besides the mappers'. They exclude times of failed tries.
 */
public enum LoopCounter {
    /** Iterations that this gang ran, without those before the checkpoint it resumed from. */
    ITERATIONS,
    /** Microseconds that the slowest worker of each iteration spent in mappers. */
    MAP_MICROS,
    /** The rest of the iterations' time in microseconds: the collectives and all other overhead. */
    OVERHEAD_MICROS
}
