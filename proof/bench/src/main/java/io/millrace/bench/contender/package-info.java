/** Millrace and its peers as contenders: how each runs a workload, and what keeps it from that. */
@NullMarked
package io.millrace.bench.contender;

import org.jspecify.annotations.NullMarked;
