/** Tells whether two runs of a program under different frameworks came to the same result. */
@NullMarked
package io.millrace.hadoop.verify;

import org.jspecify.annotations.NullMarked;
