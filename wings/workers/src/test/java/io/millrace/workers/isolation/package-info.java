/** Tasks in other processes find the statics and the state of the process that they should. */
@NullMarked
package io.millrace.workers.isolation;

import org.jspecify.annotations.NullMarked;
