/**
 * The process that runs a command: where it is installed, what its exit code says, how it tells of
 * a failure.
 */
@NullMarked
package io.millrace.cli.process;

import org.jspecify.annotations.NullMarked;
