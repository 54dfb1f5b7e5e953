/**
 * Attempts in forked JVMs, as the process of the job sees them: starts such JVMs, sends them
 * orders, and ends them. Builds on the engine's remote attempts and on {@code task}.
 */
@NullMarked
package io.millrace.workers.fork;

import org.jspecify.annotations.NullMarked;
