/** Comparing results of runs. */
@NullMarked
package io.millrace.verify;

import org.jspecify.annotations.NullMarked;
