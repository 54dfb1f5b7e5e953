/** Jobs as Hadoop sees them: submission, states, counters, events, class loading, cached files. */
@NullMarked
package io.millrace.hadoop.job;

import org.jspecify.annotations.NullMarked;
