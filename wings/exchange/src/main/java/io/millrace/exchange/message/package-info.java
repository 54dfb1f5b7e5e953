/** Messages between workers: bytes in slabs of the memory budget. */
@NullMarked
package io.millrace.exchange.message;

import org.jspecify.annotations.NullMarked;
