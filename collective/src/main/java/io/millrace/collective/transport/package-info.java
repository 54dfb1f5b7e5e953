/**
 * The rendezvous of a gang's workers, and the transport of messages between them. Independent of
 * the messages' content.
 */
@NullMarked
package io.millrace.collective.transport;

import org.jspecify.annotations.NullMarked;
