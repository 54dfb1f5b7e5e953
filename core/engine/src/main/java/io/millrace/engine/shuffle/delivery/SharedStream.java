package io.millrace.engine.shuffle.delivery;

import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.shuffle.delivery.StreamBlock.Extent;
import io.millrace.engine.shuffle.delivery.StreamBlock.Filled;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.RecordLayout;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.Cancellation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A stream of one partition that several map attempts append to, block by block. Blocks carry their
 * attempt's id; readers skip blocks of attempts that never commit. Slabs start small and double, so
 * that many partitions with few records take little memory. Thread-safe.
 */
final class SharedStream {

    private static final int FIRST_SLAB = 16 * 1024;

    private final int slabBytes;
    private final StreamShare share;
    private final SlabKind kind;
    private final StreamLock lock;

    /** Guarded by {@link #lock}, like all fields below. */
    private final List<Filled> slabs = new ArrayList<>();

    private final List<StreamBlock> blocks = new ArrayList<>();
    private boolean closed;

    SharedStream(int slabBytes, StreamShare share, SlabKind kind, StreamLock lock) {
        this.slabBytes = slabBytes;
        this.share = share;
        this.kind = kind;
        this.lock = lock;
    }

    /**
     * Appends the entries {@code [from, to)} of a chunk as one block.
     *
     * @return false if there is no memory for it; then nothing was appended
     * @throws IOException if the attempt was cancelled; then nothing was appended either
     */
    boolean append(AttemptId attempt, long sequence, Chunk chunk, int from, int to)
            throws IOException, InterruptedException {
        Append append = new Append(attempt, sequence, chunk, from, to);
        try {
            while (!lock.hold(append::tryOnce)) {
                // Memory is requested outside the lock: the request may have to spill runs.
                if (!append.takeSpares()) {
                    return false;
                }
            }
            return !append.refused;
        } finally {
            append.closeSpares();
        }
    }

    /** The blocks of committed attempts. Called when appending has ended. */
    List<StreamBlock> blocks(Predicate<AttemptId> committed) {
        return blocks.stream().filter(block -> committed.test(block.attempt())).toList();
    }

    /** Closes the slabs; concurrent appends find the stream closed. */
    void close() {
        lock.hold(() -> {
            slabs.forEach(filled -> filled.slab.close());
            slabs.clear();
            blocks.clear();
            closed = true;
            return true;
        });
    }

    /** The append of one block. */
    private final class Append {

        private final AttemptId attempt;
        private final long sequence;
        private final Chunk chunk;
        private final int from;
        private final int to;
        private final Cancellation cancellation = Cancellation.here();
        private final List<Slab> spares = new ArrayList<>();

        /** Bytes that did not fit at the last try. */
        private long missingBytes;

        private int missingRecord;
        private int lastCapacity;
        private boolean refused;

        Append(AttemptId attempt, long sequence, Chunk chunk, int from, int to) {
            this.attempt = attempt;
            this.sequence = sequence;
            this.chunk = chunk;
            this.from = from;
            this.to = to;
        }

        /**
         * Takes slabs for the missing bytes, each twice the size of the previous one, up to the
         * ordinary size.
         */
        boolean takeSpares() throws InterruptedException {
            while (missingBytes > 0) {
                int doubled =
                        Math.min(
                                slabBytes,
                                Math.max(Math.min(FIRST_SLAB, slabBytes), 2 * lastCapacity));
                int size = Math.max(doubled, missingRecord);
                Slab slab = share.tryTake(kind, size);
                if (slab == null) {
                    return false;
                }
                spares.add(slab);
                lastCapacity = slab.capacity();
                missingBytes -= lastCapacity;
            }
            return true;
        }

        /** Closes unused slabs. */
        void closeSpares() {
            spares.forEach(share::close);
        }

        /**
         * Appends the block, or leaves the stream as it was and returns false. Called under the
         * lock.
         */
        private boolean tryOnce() throws IOException {
            if (closed) {
                refused = true;
                return true;
            }
            int slabsBefore = slabs.size();
            Filled last = last();
            int usedBefore = last == null ? 0 : last.used;
            boolean whole = false;
            try {
                whole = copyAll();
            } finally {
                if (!whole) {
                    truncate(slabsBefore, usedBefore);
                }
            }
            return whole;
        }

        /** Copies all records; false if there is no memory for the rest of them. */
        private boolean copyAll() throws IOException {
            Filled last = last();
            List<Slab> taken = new ArrayList<>();
            int firstSlab = -1;
            int firstOffset = 0;
            long bytes = 0;
            for (int entry = from; entry < to; entry++) {
                cancellation.record();
                int address = chunk.address(entry);
                Slab source = chunk.slab(address);
                int at = chunk.offset(address);
                int length = RecordLayout.HEADER_BYTES + source.getInt(at) + source.getInt(at + 4);
                if (last == null || room(last) < length) {
                    Slab spare = spareFor(length, taken);
                    if (spare == null) {
                        lastCapacity = last == null ? 0 : last.slab.capacity();
                        missingRecord = length;
                        missingBytes = bytesFrom(entry);
                        return false;
                    }
                    taken.add(spare);
                    last = new Filled(spare);
                    slabs.add(last);
                }
                if (firstSlab < 0) {
                    firstSlab = slabs.size() - 1;
                    firstOffset = last.used;
                }
                source.copyTo(at, last.slab, last.used, length);
                last.used += length;
                bytes += length;
            }
            spares.removeAll(taken);
            blocks.add(
                    new StreamBlock(
                            attempt,
                            sequence,
                            slabs,
                            new Extent(firstSlab, firstOffset, slabs.size() - 1),
                            to - from,
                            bytes));
            return true;
        }

        /**
         * A spare slab for this record; a slab larger than the ordinary size holds a single record.
         */
        private @Nullable Slab spareFor(int length, List<Slab> taken) {
            for (Slab spare : spares) {
                boolean single = spare.capacity() > slabBytes;
                if (spare.capacity() >= length
                        && single == length > slabBytes
                        && !taken.contains(spare)) {
                    return spare;
                }
            }
            return null;
        }

        /** Free bytes of a slab; offsets beyond the ordinary size cannot be addressed. */
        private int room(Filled filled) {
            boolean single = filled.slab.capacity() > slabBytes;
            return single && filled.used > 0 ? 0 : filled.slab.capacity() - filled.used;
        }

        private long bytesFrom(int firstEntry) throws IOException {
            long sum = 0;
            for (int entry = firstEntry; entry < to; entry++) {
                cancellation.record();
                Slab source = chunk.slab(chunk.address(entry));
                int at = chunk.offset(chunk.address(entry));
                sum += RecordLayout.bytes(source.getInt(at), source.getInt(at + 4));
            }
            return sum;
        }

        private void truncate(int slabsBefore, int usedBefore) {
            slabs.subList(slabsBefore, slabs.size()).clear();
            Filled last = last();
            if (last != null) {
                last.used = usedBefore;
            }
        }
    }

    private @Nullable Filled last() {
        return slabs.isEmpty() ? null : slabs.get(slabs.size() - 1);
    }
}
