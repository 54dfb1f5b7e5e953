/** The pace of periodic work in loops over records, and the measurement of reading and writing. */
@NullMarked
package io.millrace.formats.meter;

import org.jspecify.annotations.NullMarked;
