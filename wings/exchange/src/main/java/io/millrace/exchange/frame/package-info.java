/**
 * The frames of a link, in both directions, and the messages in them: long ones wait until the
 * receiver has memory. Independent of the connection.
 */
@NullMarked
package io.millrace.exchange.frame;

import org.jspecify.annotations.NullMarked;
