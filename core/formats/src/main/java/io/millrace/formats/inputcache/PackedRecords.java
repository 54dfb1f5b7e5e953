package io.millrace.formats.inputcache;

import io.millrace.engine.memory.Slab;
import java.util.ArrayList;
import java.util.List;

/**
 * Records as serialized bytes in slabs of the engine's record memory: their size is known exactly,
 * the garbage collector does not scan them, and a mapper that changes its key or value does not
 * affect later reads. Several threads may read them at a time.
 *
 * <pre>
 * a record:  key length, 4 bytes | value length, 4 bytes | key | value
 * </pre>
 */
public final class PackedRecords implements AutoCloseable {

    static final int LENGTHS = 2 * Integer.BYTES;

    private final List<Piece> pieces;

    /** A slab, and the end of its records. */
    record Piece(Slab slab, int end) {}

    PackedRecords(List<Piece> pieces) {
        this.pieces = new ArrayList<>(pieces);
    }

    public boolean isEmpty() {
        return pieces.isEmpty();
    }

    /** Memory in use, in bytes. */
    public long bytes() {
        return pieces.stream().mapToLong(piece -> piece.slab().capacity()).sum();
    }

    /** Reads them from the first one. */
    public PackedCursor read() {
        return new PackedCursor(pieces);
    }

    /** Returns the memory; called when no reader is left. */
    @Override
    public void close() {
        pieces.forEach(piece -> piece.slab().close());
        pieces.clear();
    }
}
