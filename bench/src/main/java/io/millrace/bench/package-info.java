/** What {@code ./millrace bench} starts: a subcommand for each thing that can be measured. */
@NullMarked
package io.millrace.bench;

import org.jspecify.annotations.NullMarked;
