/**
 * Compiles programs and runs them, on Hadoop's local runner and on Millrace, in this process; and
 * tells what differs.
 */
@NullMarked
package io.millrace.fuzz.run;

import org.jspecify.annotations.NullMarked;
