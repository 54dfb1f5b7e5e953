/**
 * The thread that moves the bytes of all connections of a process, and calls their handlers.
 * Independent of the protocol.
 */
@NullMarked
package io.millrace.exchange.reactor;

import org.jspecify.annotations.NullMarked;
