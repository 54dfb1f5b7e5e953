/**
 * The input format for delimited text, for Hadoop's new API: mappers get typed records instead of
 * lines. Runs on any Hadoop.
 */
@NullMarked
package io.millrace.records.input;

import org.jspecify.annotations.NullMarked;
