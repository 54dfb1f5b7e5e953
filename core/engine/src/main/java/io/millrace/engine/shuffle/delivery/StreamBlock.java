package io.millrace.engine.shuffle.delivery;

import io.millrace.engine.memory.Slab;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.run.Place;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.KeyPrefixes;
import io.millrace.engine.stream.RecordLayout;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.Cancellation;
import java.io.IOException;
import java.util.List;

/**
 * Records of one chunk of one attempt in a shared stream, in the order in which they were appended.
 *
 * @param stream the slabs of the stream, which may grow behind the block while others append
 * @param extent the part of the stream that the block is
 */
public record StreamBlock(
        AttemptId attempt,
        long sequence,
        List<Filled> stream,
        Extent extent,
        int records,
        long bytes) {

    /**
     * A part of a stream.
     *
     * @param firstSlab number of the slab in which it begins
     * @param offset where it begins in that slab
     * @param lastSlab number of the slab in which it ends
     */
    record Extent(int firstSlab, int offset, int lastSlab) {}

    /** A slab of a stream and how much of it is in use. */
    static final class Filled {

        final Slab slab;
        int used;

        Filled(Slab slab) {
            this.slab = slab;
        }
    }

    /** The number of slabs that the block spans. */
    public int slabs() {
        return extent.lastSlab - extent.firstSlab + 1;
    }

    public Place place() {
        return new Place(attempt.task(), sequence);
    }

    /** Adds all records to a chunk over the stream's slabs. */
    public void addTo(Chunk piece, KeyOrder order) throws IOException {
        Cancellation cancellation = Cancellation.here();
        KeyPrefixes prefixes = new KeyPrefixes(order);
        int number = extent.firstSlab;
        Filled filled = stream.get(number);
        int at = extent.offset;
        piece.addSlab(filled.slab);
        for (int record = 0; record < records; record++) {
            cancellation.record();
            if (at == filled.used) {
                filled = stream.get(++number);
                at = 0;
                piece.addSlab(filled.slab);
            }
            int keyLength = filled.slab.getInt(at);
            int valueLength = filled.slab.getInt(at + 4);
            long prefix = prefixes.of(filled.slab, at + RecordLayout.HEADER_BYTES, keyLength);
            piece.add(prefix, 0, at, keyLength, valueLength);
            at += RecordLayout.HEADER_BYTES + keyLength + valueLength;
        }
    }
}
