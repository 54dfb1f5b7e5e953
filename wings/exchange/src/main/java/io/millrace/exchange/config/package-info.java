/** The keys of the exchange. */
@NullMarked
package io.millrace.exchange.config;

import org.jspecify.annotations.NullMarked;
