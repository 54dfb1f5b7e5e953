/** What reports of jobs say, as text: of plans, of runs, and of what differs between two runs. */
@NullMarked
package io.millrace.cli.report;

import org.jspecify.annotations.NullMarked;
