/** The contenders: Millrace, what it is measured against, and the floor. */
@NullMarked
package io.millrace.bench.peer;

import org.jspecify.annotations.NullMarked;

