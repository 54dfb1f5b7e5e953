/** The report of a job: one self-contained page for people, and one file for programs. */
@NullMarked
package io.millrace.ui.report;

import org.jspecify.annotations.NullMarked;
