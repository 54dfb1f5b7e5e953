/**
 * The ways of a link's bytes: its socket, TLS on it, shared memory or UCX, and the agreement of two
 * workers on one of them.
 */
@NullMarked
package io.millrace.exchange.wire;

import org.jspecify.annotations.NullMarked;
