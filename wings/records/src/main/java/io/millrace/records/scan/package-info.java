/** One pass over the records of a split, whatever their format. */
@NullMarked
package io.millrace.records.scan;

import org.jspecify.annotations.NullMarked;
