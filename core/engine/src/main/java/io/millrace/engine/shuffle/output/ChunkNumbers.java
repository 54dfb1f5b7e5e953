package io.millrace.engine.shuffle.output;

/**
 * Numbers the chunks of one attempt and what takes a chunk's place, in the order of emission. The
 * lower half of a sequence is free for the parts of one chunk. Used by the attempt's thread.
 */
final class ChunkNumbers {

    private long given;

    /** The sequence of the next chunk. */
    long next() {
        return given++ << Integer.SIZE;
    }

    /** How many were given. */
    long given() {
        return given;
    }
}
