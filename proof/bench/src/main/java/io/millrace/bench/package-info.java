/** The command {@code ./millrace bench}, with a subcommand for each measurement. */
@NullMarked
package io.millrace.bench;

import org.jspecify.annotations.NullMarked;
