/** A secret that several processes share, and proofs of knowing it. */
@NullMarked
package io.millrace.exchange.secret;

import org.jspecify.annotations.NullMarked;
