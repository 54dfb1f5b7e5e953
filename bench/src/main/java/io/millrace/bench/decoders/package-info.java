/** Throughput of decoders of delimited text: ours, the JDK's, and a CSV reader. */
@NullMarked
package io.millrace.bench.decoders;

import org.jspecify.annotations.NullMarked;
