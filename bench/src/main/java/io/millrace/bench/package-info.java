/** Measurements of whole jobs as a person would start them: from the shell, process by process. */
@NullMarked
package io.millrace.bench;

import org.jspecify.annotations.NullMarked;
