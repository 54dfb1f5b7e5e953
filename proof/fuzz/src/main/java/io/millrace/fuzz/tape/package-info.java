/**
 * Recorded choices: a seed creates them, a tape repeats them, and a shorter tape is a simpler case.
 */
@NullMarked
package io.millrace.fuzz.tape;

import org.jspecify.annotations.NullMarked;
