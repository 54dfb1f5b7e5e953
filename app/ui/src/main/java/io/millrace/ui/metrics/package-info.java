/** Metrics of the jobs of this process, in Prometheus' text format. */
@NullMarked
package io.millrace.ui.metrics;

import org.jspecify.annotations.NullMarked;
