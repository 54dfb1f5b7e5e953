/** The progress of jobs on a terminal while they run, and a summary of each in a few lines. */
@NullMarked
package io.millrace.cli.live;

import org.jspecify.annotations.NullMarked;
