/** Throughput of decoders of text, Avro and Protocol Buffers: ours, and those of others. */
@NullMarked
package io.millrace.bench.decoders;

import org.jspecify.annotations.NullMarked;
