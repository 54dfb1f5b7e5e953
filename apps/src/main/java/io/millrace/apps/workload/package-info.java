/** What there is to run: each workload's input, program and arguments. */
@NullMarked
package io.millrace.apps.workload;

import org.jspecify.annotations.NullMarked;
