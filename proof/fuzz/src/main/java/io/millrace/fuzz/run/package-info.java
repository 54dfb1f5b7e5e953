/**
 * Compiles programs, runs them on Hadoop's local runner and on Millrace in this process, and
 * reports differences.
 */
@NullMarked
package io.millrace.fuzz.run;

import org.jspecify.annotations.NullMarked;
