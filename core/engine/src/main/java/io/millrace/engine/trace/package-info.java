/** The events of jobs with their times: the only source of progress, summary and report. */
@NullMarked
package io.millrace.engine.trace;

import org.jspecify.annotations.NullMarked;
