/** The list of workloads: each has an input, a program and arguments. */
@NullMarked
package io.millrace.apps.workload;

import org.jspecify.annotations.NullMarked;
