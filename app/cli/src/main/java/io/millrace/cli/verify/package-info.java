/**
 * The command that runs a job under Hadoop's local runner and under Millrace, or under Millrace
 * only beside an earlier output, and prints the differences.
 */
@NullMarked
package io.millrace.cli.verify;

import org.jspecify.annotations.NullMarked;
