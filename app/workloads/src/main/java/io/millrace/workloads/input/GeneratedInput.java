package io.millrace.workloads.input;

/**
 * Lines of text, generated in blocks. A block depends only on its number and on the input's
 * parameters, so many threads may fill blocks, in any order. Immutable.
 */
public interface GeneratedInput {

    long blocks();

    /** Appends the whole lines of a block. */
    void fill(long block, LineBuffer out);
}
