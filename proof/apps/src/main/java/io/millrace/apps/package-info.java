/** Workloads: ordinary Hadoop jobs, and the inputs that they read. */
@NullMarked
package io.millrace.apps;

import org.jspecify.annotations.NullMarked;
