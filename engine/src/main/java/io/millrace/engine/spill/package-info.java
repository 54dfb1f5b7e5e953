/**
 * Runs on disk: framed, compressed, checksummed files in the job's own directories. Written and
 * read through buffers that the memory budget lends.
 */
@NullMarked
package io.millrace.engine.spill;

import org.jspecify.annotations.NullMarked;
