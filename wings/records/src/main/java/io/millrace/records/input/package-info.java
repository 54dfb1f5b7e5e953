/**
 * Input formats for delimited text, paged files, Avro, Protocol Buffers and tables of a database,
 * for Hadoop's new API: mappers get typed records. Runs on any Hadoop.
 */
@NullMarked
package io.millrace.records.input;

import org.jspecify.annotations.NullMarked;
