/** Numbers about the jobs of this process, in the text that Prometheus reads. */
@NullMarked
package io.millrace.ui.metrics;

import org.jspecify.annotations.NullMarked;
