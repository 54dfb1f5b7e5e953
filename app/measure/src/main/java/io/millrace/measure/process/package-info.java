/** Commands as a person starts them, with the time and memory of all their processes. */
@NullMarked
package io.millrace.measure.process;

import org.jspecify.annotations.NullMarked;
