/** Many jobs, many tasks: sharing, order, limits, and that nothing piles up. */
@NullMarked
package io.millrace.hadoop.many;

import org.jspecify.annotations.NullMarked;
