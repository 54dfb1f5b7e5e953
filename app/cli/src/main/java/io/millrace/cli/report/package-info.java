/**
 * The contents of jobs' reports, as text: of plans, of runs, and of what differs between two runs.
 */
@NullMarked
package io.millrace.cli.report;

import org.jspecify.annotations.NullMarked;
