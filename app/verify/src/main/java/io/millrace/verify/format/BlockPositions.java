package io.millrace.verify.format;

import java.util.ArrayList;
import java.util.List;

/** Offsets of the blocks of a columnar file, by the rows that they hold. */
final class BlockPositions {

    private record Block(long endRow, long offset) {}

    private final List<Block> blocks = new ArrayList<>();

    /** Adds the next block of the file. */
    void add(long rows, long offset) {
        long start = blocks.isEmpty() ? 0 : blocks.get(blocks.size() - 1).endRow();
        blocks.add(new Block(start + rows, offset));
    }

    /** Offset of the block that holds a row, counted from 0. */
    long of(long row) {
        return blocks.stream()
                .filter(block -> row < block.endRow())
                .findFirst()
                .map(Block::offset)
                .orElseThrow(() -> new IndexOutOfBoundsException("there is no row " + row));
    }
}
