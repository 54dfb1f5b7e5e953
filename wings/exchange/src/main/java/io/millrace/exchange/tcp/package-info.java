/**
 * Gangs whose workers are processes, connected by TCP. The first worker is the coordinator: the
 * others find it by the gang's meeting place, enrol with it, and then connect with each other. The
 * bytes of a connection may take another way than its socket, which stays open.
 */
@NullMarked
package io.millrace.exchange.tcp;

import org.jspecify.annotations.NullMarked;
