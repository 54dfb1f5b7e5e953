/** Tells whether two runs of a program under different frameworks came to the same result. */
@NullMarked
package io.millrace.verify;

import org.jspecify.annotations.NullMarked;
