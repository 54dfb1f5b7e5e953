/** The formats of {@code records.input} and {@code records.output}, for Hadoop's old API. */
@NullMarked
package io.millrace.records.old;

import org.jspecify.annotations.NullMarked;
