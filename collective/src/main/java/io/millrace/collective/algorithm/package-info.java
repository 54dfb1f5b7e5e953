/** The collective operations, as sequences of messages over any transport. */
@NullMarked
package io.millrace.collective.algorithm;

import org.jspecify.annotations.NullMarked;
