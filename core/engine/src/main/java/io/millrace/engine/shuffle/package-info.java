/**
 * How map output gets from map attempts to reduce attempts: {@code pull}, {@code push} and {@code
 * hybrid} behind one interface, after Hone (EDBT 2014, section 4.1).
 */
@NullMarked
package io.millrace.engine.shuffle;

import org.jspecify.annotations.NullMarked;
