/** The process that runs a command: its installation, its exit codes, its output. */
@NullMarked
package io.millrace.cli.process;

import org.jspecify.annotations.NullMarked;
