/** The report of a job: one file for people, which needs nothing else, and one for programs. */
@NullMarked
package io.millrace.ui.report;

import org.jspecify.annotations.NullMarked;
