package io.millrace.formats.inputcache;

import io.millrace.engine.memory.Slab;
import java.util.List;

/** Iterates over packed records. Used by one thread. */
public final class PackedCursor {

    private final List<PackedRecords.Piece> pieces;
    private int piece;

    /** Offset of the next record in its piece. */
    private int next;

    private byte[] bytes = {};
    private int keyAt;
    private int keyLength;
    private int valueLength;

    PackedCursor(List<PackedRecords.Piece> pieces) {
        this.pieces = pieces;
    }

    /** Moves to the next record; false after the last. */
    public boolean next() {
        while (piece < pieces.size() && next == pieces.get(piece).end()) {
            piece++;
            next = 0;
        }
        if (piece == pieces.size()) {
            return false;
        }
        Slab slab = pieces.get(piece).slab();
        bytes = slab.array();
        keyLength = slab.getInt(next);
        valueLength = slab.getInt(next + Integer.BYTES);
        keyAt = next + PackedRecords.LENGTHS;
        next = keyAt + keyLength + valueLength;
        return true;
    }

    /** The array with the record's key and value, at the following offsets. */
    public byte[] array() {
        return bytes;
    }

    public int keyAt() {
        return keyAt;
    }

    public int keyLength() {
        return keyLength;
    }

    public int valueAt() {
        return keyAt + keyLength;
    }

    public int valueLength() {
        return valueLength;
    }

    /** Share of the records that has been read, 0 to 1. */
    public float progress() {
        if (piece == pieces.size()) {
            return 1;
        }
        return (piece + (float) next / pieces.get(piece).end()) / pieces.size();
    }
}
