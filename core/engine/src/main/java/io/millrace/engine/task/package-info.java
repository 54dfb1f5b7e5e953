/**
 * Names of tasks and attempts, whether attempts are still wanted, and the amount of their output.
 */
@NullMarked
package io.millrace.engine.task;

import org.jspecify.annotations.NullMarked;
