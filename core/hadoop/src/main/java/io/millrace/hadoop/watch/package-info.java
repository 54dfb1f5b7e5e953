/**
 * The interface through which higher modules observe the jobs of this process, while they run and
 * after they end.
 */
@NullMarked
package io.millrace.hadoop.watch;

import org.jspecify.annotations.NullMarked;
