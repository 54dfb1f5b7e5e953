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
 * @param slab number of the slab in which the block begins
 * @param lastSlab number of the slab in which it ends
 * @param offset where the block begins in the first slab
 */
public record StreamBlock(
        AttemptId attempt,
        long sequence,
        List<Filled> stream,
        int slab,
        int lastSlab,
        int offset,
        int records,
        long bytes) {

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
        return lastSlab - slab + 1;
    }

    public Place place() {
        return new Place(attempt.task(), sequence);
    }

    /** Adds all records to a chunk over the stream's slabs. */
    public void addTo(Chunk piece, KeyOrder order) throws IOException {
        Cancellation cancellation = Cancellation.here();
        KeyPrefixes prefixes = new KeyPrefixes(order);
        int number = slab;
        Filled filled = stream.get(number);
        int at = offset;
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
