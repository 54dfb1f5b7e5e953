/** What the terminal shows of jobs that fail, and the file with all stacks. */
@NullMarked
package io.millrace.cli.failure;

import org.jspecify.annotations.NullMarked;
