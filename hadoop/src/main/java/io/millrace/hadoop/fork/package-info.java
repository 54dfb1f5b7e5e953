/**
 * Attempts in forked JVMs, as the process of the job sees them: how such a JVM is started, told
 * what to do, and ended. Relies on the engine's remote attempts, and on {@code task} for what an
 * attempt is.
 */
@NullMarked
package io.millrace.hadoop.fork;

import org.jspecify.annotations.NullMarked;
