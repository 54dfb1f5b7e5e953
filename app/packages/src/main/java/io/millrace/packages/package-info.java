/** Fetches Maven packages for jobs, as Maven itself would. */
@NullMarked
package io.millrace.packages;

import org.jspecify.annotations.NullMarked;
