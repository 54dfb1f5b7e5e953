/**
 * What has become of a job's tasks: which attempts ran, how they ended, what they counted; and the
 * same as Hadoop's clients ask for it: events, reports, diagnostics, counters. Knows nothing of
 * jobs' states.
 */
@NullMarked
package io.millrace.hadoop.tracking;

import org.jspecify.annotations.NullMarked;
