/** The list of workloads: each has an input, a program and arguments. */
@NullMarked
package io.millrace.workloads;

import org.jspecify.annotations.NullMarked;
