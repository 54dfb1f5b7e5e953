/**
 * Writes MapReduce programs from choices: Java source with input and drivers, readable for people
 * and compilers.
 */
@NullMarked
package io.millrace.fuzz.program;

import org.jspecify.annotations.NullMarked;
