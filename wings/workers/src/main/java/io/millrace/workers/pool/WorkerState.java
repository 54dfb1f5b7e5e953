package io.millrace.workers.pool;

/** The states of a {@link WorkerJvm}, which has a drawing of them. */
enum WorkerState {
    /** It runs map attempts, and takes their output. */
    MAPPING,
    /** It has the list of the map outputs that its reduce attempts read. */
    REDUCING,
    /** Its connection has ended; its slots are gone. */
    ENDED
}
