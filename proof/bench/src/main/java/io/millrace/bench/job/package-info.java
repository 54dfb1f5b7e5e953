/**
 * Whole jobs, measured as a person would see them: from the shell, process by process, contenders
 * alternating, outputs compared.
 */
@NullMarked
package io.millrace.bench.job;

import org.jspecify.annotations.NullMarked;
