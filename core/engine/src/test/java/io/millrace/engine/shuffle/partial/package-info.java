/** Tests of the accounts of partial reduce. */
@NullMarked
package io.millrace.engine.shuffle.partial;

import org.jspecify.annotations.NullMarked;
