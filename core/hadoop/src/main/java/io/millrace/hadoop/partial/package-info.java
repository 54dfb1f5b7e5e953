/** Partial reduce: how a job names its partial reducer. */
@NullMarked
package io.millrace.hadoop.partial;

import org.jspecify.annotations.NullMarked;
