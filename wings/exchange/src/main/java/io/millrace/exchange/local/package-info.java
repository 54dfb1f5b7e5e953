/** Gangs whose workers are threads of one process. */
@NullMarked
package io.millrace.exchange.local;

import org.jspecify.annotations.NullMarked;
