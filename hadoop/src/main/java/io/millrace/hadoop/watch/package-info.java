/** What the modules above may watch: the jobs of this process, while they run and once they end. */
@NullMarked
package io.millrace.hadoop.watch;

import org.jspecify.annotations.NullMarked;
