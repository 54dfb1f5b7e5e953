package io.millrace.collective.gang;

/**
 * The gang's own counters of its loop, besides the mappers'. They exclude what was lost with a
 * worker. The counters of {@link io.millrace.collective.algorithm.Algorithm} are the numbers of
 * collectives by each algorithm.
 */
public enum LoopCounter {
    /** Iterations of the loop, with those before the checkpoint from which it resumed. */
    ITERATIONS,
    /** Microseconds that the slowest worker of each iteration spent in mappers. */
    MAP_MICROS,
    /** The rest of the iterations' time in microseconds: the collectives and all other overhead. */
    OVERHEAD_MICROS,
    /** The measured time of a small message from worker to worker in nanoseconds. */
    LATENCY_NANOS,
    /** The measured additional time of each million bytes of a message in microseconds. */
    MEGABYTE_MICROS
}
