/** The secret of a gang, and proofs of knowing it. */
@NullMarked
package io.millrace.exchange.secret;

import org.jspecify.annotations.NullMarked;
