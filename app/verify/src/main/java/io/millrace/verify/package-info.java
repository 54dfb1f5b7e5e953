/** Compares the results of two runs of a program under different frameworks. */
@NullMarked
package io.millrace.verify;

import org.jspecify.annotations.NullMarked;
