/** The cost of one more small job in a process that has already run some. */
@NullMarked
package io.millrace.bench.warm;

import org.jspecify.annotations.NullMarked;
