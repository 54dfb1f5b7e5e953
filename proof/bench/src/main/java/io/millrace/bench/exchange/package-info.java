/** Latency and throughput of the transports between workers, beside sockets and memory copies. */
@NullMarked
package io.millrace.bench.exchange;

import org.jspecify.annotations.NullMarked;
