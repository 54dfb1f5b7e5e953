package io.millrace.apps.input;

/**
 * Lines of text, made in blocks. A block depends on nothing but its number and on what the input
 * was made with, so blocks may be filled by many threads, in any order. Immutable.
 */
public interface GeneratedInput {

    long blocks();

    /** Appends the whole lines of a block. */
    void fill(long block, LineBuffer out);
}
