/**
 * Coded runs: framed, compressed, checksummed, in files in the job's own directories or, if they
 * come from another process, in slabs. Written and read through buffers that the memory budget
 * lends.
 */
@NullMarked
package io.millrace.engine.spill;

import org.jspecify.annotations.NullMarked;
