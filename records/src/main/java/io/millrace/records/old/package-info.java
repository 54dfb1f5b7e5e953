/** The input format for delimited text, for Hadoop's old API. */
@NullMarked
package io.millrace.records.old;

import org.jspecify.annotations.NullMarked;
