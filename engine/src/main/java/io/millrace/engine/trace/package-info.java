/** What happened when: the one source of progress, summary and report. */
@NullMarked
package io.millrace.engine.trace;

import org.jspecify.annotations.NullMarked;
