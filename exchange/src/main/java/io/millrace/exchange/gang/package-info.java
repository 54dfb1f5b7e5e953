/**
 * What a gang's worker sees of the others: their meeting, and the transport of messages between
 * them. Independent of the messages' content and of how they are carried.
 */
@NullMarked
package io.millrace.exchange.gang;

import org.jspecify.annotations.NullMarked;
