/** Running a job under Hadoop's local runner and under Millrace, and telling what differs. */
@NullMarked
package io.millrace.cli.verify;

import org.jspecify.annotations.NullMarked;
