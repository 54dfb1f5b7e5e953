package io.millrace.bench.simulation;

import java.util.OptionalDouble;

/**
 * The exchange among so many workers by one algorithm.
 *
 * @param seconds from the end of the last map task until all workers have all parts, simulated
 * @param measured the same, of real workers; empty if they were not run
 * @param lost messages that were lost at a port and sent again, in the simulation
 */
public record SimulatedExchange(
        int workers, Exchange algorithm, double seconds, OptionalDouble measured, long lost) {}
