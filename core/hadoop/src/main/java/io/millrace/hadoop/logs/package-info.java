/** The logs of tasks. */
@NullMarked
package io.millrace.hadoop.logs;

import org.jspecify.annotations.NullMarked;
