/** Random numbers with the distributions of real data. */
@NullMarked
package io.millrace.workloads.sample;

import org.jspecify.annotations.NullMarked;
