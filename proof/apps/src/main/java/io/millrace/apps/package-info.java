/** Workloads: ordinary Hadoop jobs, and loops. */
@NullMarked
package io.millrace.apps;

import org.jspecify.annotations.NullMarked;
