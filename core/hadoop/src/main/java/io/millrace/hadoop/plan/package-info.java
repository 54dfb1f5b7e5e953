/**
 * The plan of a job's tasks: decided once, before its first task, executed as decided, and shown as
 * executed.
 */
@NullMarked
package io.millrace.hadoop.plan;

import org.jspecify.annotations.NullMarked;
