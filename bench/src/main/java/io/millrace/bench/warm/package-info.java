/** What one more small job costs in a process that has run some already. */
@NullMarked
package io.millrace.bench.warm;

import org.jspecify.annotations.NullMarked;
