/**
 * Connections between two processes, whatever they are for: where one listens, how both prove that
 * they share a secret, and whole messages. Both ends have the same version, so messages carry none.
 */
@NullMarked
package io.millrace.exchange.connection;

import org.jspecify.annotations.NullMarked;
