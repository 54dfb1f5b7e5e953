/**
 * Writes MapReduce programs out of choices: Java source with its input and its drivers, for people
 * and compilers to read.
 */
@NullMarked
package io.millrace.fuzz.program;

import org.jspecify.annotations.NullMarked;
