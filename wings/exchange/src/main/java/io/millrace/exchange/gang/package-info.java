/**
 * The rendezvous of a gang's workers, and the transport of messages between them. Independent of
 * the messages' content and of how they are carried.
 */
@NullMarked
package io.millrace.exchange.gang;

import org.jspecify.annotations.NullMarked;
