/**
 * The collective operations, as sequences of messages over any transport, and the choice between
 * them.
 */
@NullMarked
package io.millrace.collective.algorithm;

import org.jspecify.annotations.NullMarked;
