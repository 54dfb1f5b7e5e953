/** Runs: records of one partition in key order, in memory, coded or on disk, and their spilling. */
@NullMarked
package io.millrace.engine.run;

import org.jspecify.annotations.NullMarked;
