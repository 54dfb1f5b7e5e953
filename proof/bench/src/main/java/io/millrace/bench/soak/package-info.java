/** Jobs whose workers, or whose client, are killed at random: what users see of it. */
@NullMarked
package io.millrace.bench.soak;

import org.jspecify.annotations.NullMarked;
