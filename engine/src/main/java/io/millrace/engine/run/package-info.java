/**
 * Runs: records of one partition in key order, in memory, coded or on disk, and the spilling of one
 * to the other.
 */
@NullMarked
package io.millrace.engine.run;

import org.jspecify.annotations.NullMarked;
