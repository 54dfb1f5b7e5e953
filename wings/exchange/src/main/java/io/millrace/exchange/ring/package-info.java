/** Rings of memory that two processes of one machine map: each carries bytes one way. */
@NullMarked
package io.millrace.exchange.ring;

import org.jspecify.annotations.NullMarked;
