/** The mains of workloads: they run one job, or one for each iteration. */
@NullMarked
package io.millrace.apps.job;

import org.jspecify.annotations.NullMarked;
