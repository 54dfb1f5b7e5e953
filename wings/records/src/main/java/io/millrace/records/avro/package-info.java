/**
 * Decoders of Avro container files: typed access to the fields of a record where the bytes of its
 * block lie. Avro's library parses schemas and decompresses blocks.
 */
@NullMarked
package io.millrace.records.avro;

import org.jspecify.annotations.NullMarked;
