/**
 * The parts that a process has exactly once, and the end of the process. Independent of any part.
 */
@NullMarked
package io.millrace.files.process;

import org.jspecify.annotations.NullMarked;
