/**
 * Decoders of messages of Protocol Buffers: typed access to the fields of a message where its bytes
 * lie, from a descriptor, without generated classes. The library that Hadoop contains reads the
 * descriptor.
 */
@NullMarked
package io.millrace.records.proto;

import org.jspecify.annotations.NullMarked;
