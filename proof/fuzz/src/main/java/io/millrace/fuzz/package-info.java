/** The command that writes programs and compares how they run. */
@NullMarked
package io.millrace.fuzz;

import org.jspecify.annotations.NullMarked;
