/** Results as text, as plots and for programs. */
@NullMarked
package io.millrace.bench.report;

import org.jspecify.annotations.NullMarked;

