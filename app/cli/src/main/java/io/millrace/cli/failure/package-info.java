/** Prints why jobs and programs failed, and keeps their stacks in files. */
@NullMarked
package io.millrace.cli.failure;

import org.jspecify.annotations.NullMarked;
