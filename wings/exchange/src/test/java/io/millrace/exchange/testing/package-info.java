/** Aids for the tests of several packages. */
@NullMarked
package io.millrace.exchange.testing;

import org.jspecify.annotations.NullMarked;
