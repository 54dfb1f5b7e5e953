/**
 * The record of a job's tasks: their attempts, results and counters, also in the form that Hadoop's
 * clients query: events, reports, diagnostics, counters. Independent of jobs' states.
 */
@NullMarked
package io.millrace.hadoop.tracking;

import org.jspecify.annotations.NullMarked;
