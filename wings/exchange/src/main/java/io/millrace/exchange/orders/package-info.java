/** Connections by which workers get the orders of the process that runs their job. */
@NullMarked
package io.millrace.exchange.orders;

import org.jspecify.annotations.NullMarked;
