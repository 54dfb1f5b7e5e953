/**
 * Calls between processes of a gang: where one listens and how others learn that, who calls whom
 * and what for, and the proofs before anything else is read.
 */
@NullMarked
package io.millrace.exchange.call;

import org.jspecify.annotations.NullMarked;
