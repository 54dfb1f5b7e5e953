/**
 * How a job's tasks are run: decided once, before its first task, executed as decided, and shown as
 * executed.
 */
@NullMarked
package io.millrace.hadoop.plan;

import org.jspecify.annotations.NullMarked;
