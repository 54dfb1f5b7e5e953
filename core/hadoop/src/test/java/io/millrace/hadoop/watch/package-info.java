/** Those who watch jobs, and what they may not do to them. */
@NullMarked
package io.millrace.hadoop.watch;

import org.jspecify.annotations.NullMarked;
