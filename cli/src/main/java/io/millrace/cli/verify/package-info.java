/**
 * The command that runs a job under Hadoop's local runner and under Millrace, and prints the
 * differences.
 */
@NullMarked
package io.millrace.cli.verify;

import org.jspecify.annotations.NullMarked;
