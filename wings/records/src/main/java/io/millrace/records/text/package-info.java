/**
 * Decoders of delimited text: typed access to the fields of a record where its bytes lie, without
 * an object for each field. Needs no Hadoop.
 */
@NullMarked
package io.millrace.records.text;

import org.jspecify.annotations.NullMarked;
