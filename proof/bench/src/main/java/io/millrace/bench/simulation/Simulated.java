package io.millrace.bench.simulation;

/**
 * The end of a simulated exchange.
 *
 * @param end when all workers have all parts, in seconds from the start of the first map task
 * @param lost messages that were lost at a port and sent again
 */
record Simulated(double end, long lost) {}
