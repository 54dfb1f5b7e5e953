package io.millrace.engine.stream;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.record.RecordOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The collector that appends: writes records to chunks, one after the other. On the heap a record
 * is serialized straight into its slab. It is copied only if it does not fit the rest of the slab,
 * or if slabs are off the heap.
 *
 * <p>Used by one thread at a time. The caller that opened it calls {@link #finish} or {@link
 * #close}.
 */
public final class ChunkWriter implements CuttableSink {

    private static final int SCRATCH_BYTES = 4096;
    private static final int MAX_KEPT_SCRATCH = 1 << 20;

    /** No further record begins in a slab when less than this is left. */
    private static final int MIN_ROOM = 64;

    /** Largest array that every JVM can allocate. */
    private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

    private final MemoryAccount memory;
    private final SlabKind kind;
    private final int partitions;
    private final int maxChunkBytes;
    private final @Nullable KeyOrder prefixes;
    private final ChunkConsumer consumer;
    private final RecordOutput output = new RecordOutput(0);
    private final PackedValues packed = new PackedValues();
    private byte[] scratch = new byte[SCRATCH_BYTES];
    private @Nullable Chunk chunk;

    /** The last slab's array if records are written straight into it; otherwise null. */
    private byte @Nullable [] direct;

    private int keyLength;

    /**
     * A writer that starts with the given memory.
     *
     * @param firstSlabs two slabs, which the writer owns, or none: then the consumer takes records
     *     one by one until it has slabs
     */
    public ChunkWriter(
            MemoryAccount memory, ChunkForm form, ChunkConsumer consumer, List<Slab> firstSlabs) {
        this.memory = memory;
        this.kind = form.kind();
        this.partitions = form.partitions();
        this.maxChunkBytes = form.maxBytes();
        KeyOrder order = form.order();
        this.prefixes = order != null && order.prefixed() ? order : null;
        this.consumer = consumer;
        startChunk(firstSlabs);
        aimOutput();
    }

    @Override
    public RecordOutput output() {
        return output;
    }

    @Override
    public void endKey() {
        keyLength = output.length();
    }

    @Override
    public void endRecord(int partition) throws IOException, InterruptedException {
        end(partition, false);
    }

    private void end(int partition, boolean pack) throws IOException, InterruptedException {
        if (direct != null && output.array() == direct) {
            endInPlace(partition, pack);
        } else {
            endByCopy(partition, pack);
        }
    }

    @Override
    public void discardRecord() {
        aimOutput();
    }

    /** Adds a record with bytes from elsewhere, which are lent. There must be no open record. */
    public void append(
            int partition,
            byte[] bytes,
            int keyOffset,
            int keyBytes,
            byte[] values,
            int valueOffset,
            int valueBytes)
            throws IOException, InterruptedException {
        boolean together = bytes == values && valueOffset == keyOffset + keyBytes;
        if (together && RecordLayout.bytes(keyBytes, valueBytes) > memory.slabBytes()) {
            keyLength = keyBytes;
            addCopy(partition, bytes, keyOffset, valueBytes, false);
            return;
        }
        output.write(bytes, keyOffset, keyBytes);
        endKey();
        output.write(values, valueOffset, valueBytes);
        endRecord(partition);
    }

    /**
     * Adds the records of one key at once, as a pack; the bytes are lent. There must be no open
     * record. A pack larger than a slab is added record by record.
     */
    public void appendPack(
            int partition, byte[] bytes, int keyOffset, int keyBytes, int valueOffset, int valueEnd)
            throws IOException, InterruptedException {
        int valueBytes = valueEnd - valueOffset;
        if (RecordLayout.bytes(keyBytes, valueBytes) <= memory.slabBytes()) {
            output.write(bytes, keyOffset, keyBytes);
            endKey();
            output.write(bytes, valueOffset, valueBytes);
            end(partition, true);
            return;
        }
        PackedValues each = new PackedValues();
        each.moveBefore(bytes, valueOffset, valueEnd);
        while (each.next()) {
            append(partition, bytes, keyOffset, keyBytes, bytes, each.offset(), each.length());
        }
    }

    @Override
    public void cut() throws IOException, InterruptedException {
        if (chunk == null || chunk.entries() == 0) {
            return;
        }
        int from = output.start();
        byte[] record = Arrays.copyOfRange(output.array(), from, from + output.length());
        sealChunk();
        output.write(record, 0, record.length);
    }

    /** Hands the last chunk on. The writer must not be used afterwards. */
    @Override
    public void finish() throws IOException, InterruptedException {
        if (chunk != null && chunk.entries() > 0) {
            sealChunk();
        } else {
            close();
        }
    }

    /** Gives back the open chunk. May be called twice, and after {@link #finish}. */
    @Override
    public void close() {
        if (chunk != null) {
            chunk.close();
            chunk = null;
        }
    }

    private void endInPlace(int partition, boolean pack) throws IOException, InterruptedException {
        Chunk open = openChunk();
        int start = output.start();
        int valueLength = output.length() - keyLength;
        int at = start - RecordLayout.HEADER_BYTES;
        add(open, partition, output.array(), start, at, valueLength, pack);
        if (isFull(open)) {
            sealChunk();
        } else if (!hasRoom(MIN_ROOM) || !output.startNext(RecordLayout.HEADER_BYTES)) {
            aimOutput();
        }
    }

    private void endByCopy(int partition, boolean pack) throws IOException, InterruptedException {
        byte[] record = output.array();
        addCopy(partition, record, output.start(), output.length() - keyLength, pack);
        if (record.length > scratch.length
                && record.length <= MAX_KEPT_SCRATCH
                && record != direct) {
            scratch = record;
            aimOutput();
        }
    }

    /** Adds a record with bytes from elsewhere, the value right after the key. */
    private void addCopy(int partition, byte[] record, int start, int valueLength, boolean pack)
            throws IOException, InterruptedException {
        if (makeRoom(RecordLayout.bytes(keyLength, valueLength))) {
            Chunk open = openChunk();
            Slab slab = open.lastSlab();
            int tail = open.tail();
            slab.copyIn(tail + RecordLayout.HEADER_BYTES, record, start, keyLength + valueLength);
            add(open, partition, record, start, tail, valueLength, pack);
            if (isFull(open)) {
                sealChunk();
            }
        } else {
            consumer.acceptLarge(partition, record, start, keyLength, valueLength);
        }
        aimOutput();
    }

    /**
     * Adds the record at {@code offset} of the last slab.
     *
     * @param bytes also contains the key, at {@code start}, followed by the value
     */
    private void add(
            Chunk open,
            int partition,
            byte[] bytes,
            int start,
            int offset,
            int valueLength,
            boolean pack) {
        Slab slab = open.lastSlab();
        slab.putInt(offset, keyLength);
        slab.putInt(offset + 4, pack ? RecordLayout.packed(valueLength) : valueLength);
        long prefix = prefix(bytes, start);
        if (pack) {
            int valuesAt = start + keyLength;
            packed.moveBefore(bytes, valuesAt, valuesAt + valueLength);
            open.addPack(prefix, partition, offset, keyLength, valueLength, packed);
        } else {
            open.add(prefix, partition, offset, keyLength, valueLength);
        }
    }

    /**
     * Makes room for {@code needed} bytes at the free end of the last slab; false if there is no
     * memory.
     */
    private boolean makeRoom(long needed) throws IOException, InterruptedException {
        if (chunk == null && !startChunk(consumer.takeChunkSlabs())) {
            return false;
        }
        if (hasRoom(needed)) {
            return true;
        }
        long bytes = Math.max(needed, memory.slabBytes());
        Chunk open = openChunk();
        boolean crowded = open.entries() > 0 && open.bytes() + bytes > maxChunkBytes;
        Slab slab = crowded ? null : takeSlab(bytes);
        if (slab == null && open.entries() > 0) {
            sealChunk();
            if (!startChunk(consumer.takeChunkSlabs())) {
                return false;
            }
            if (hasRoom(needed)) {
                return true;
            }
            slab = takeSlab(bytes);
        }
        if (slab == null) {
            return false;
        }
        openChunk().addSlab(slab);
        return true;
    }

    private @Nullable Slab takeSlab(long bytes) throws IOException, InterruptedException {
        long most = Math.max(memory.slabBytes(), consumer.maxRecordBytes(memory));
        return bytes > Math.min(most, MAX_ARRAY)
                ? null
                : consumer.takeMore(memory, kind, (int) bytes);
    }

    private boolean hasRoom(long needed) {
        Chunk open = openChunk();
        return open.lastSlab().capacity() - open.tail() >= needed;
    }

    private boolean isFull(Chunk open) throws IOException, InterruptedException {
        if (open.indexIsFull() && open.entries() < consumer.maxRecords()) {
            open.growIndex(consumer, memory, maxChunkBytes);
        }
        return open.isFull() || (open.bytes() >= maxChunkBytes && !hasRoom(MIN_ROOM));
    }

    private boolean startChunk(List<Slab> slabs) {
        if (slabs.isEmpty()) {
            return false;
        }
        Chunk started = new Chunk(slabs.get(0), memory.slabSpan(), partitions);
        started.addSlab(slabs.get(1));
        chunk = started;
        return true;
    }

    private void sealChunk() throws IOException, InterruptedException {
        Chunk full = openChunk();
        chunk = null;
        // Before the chunk gets another owner: from now on nothing must be written into it.
        aimOutput();
        consumer.accept(full);
    }

    /**
     * Points the output at the free end of the last slab if that is on the heap and has room,
     * otherwise at the scratch array.
     */
    private void aimOutput() {
        Chunk open = chunk;
        Slab slab = open == null ? null : open.lastSlab();
        if (open != null && slab != null && slab.onHeap() && hasRoom(MIN_ROOM)) {
            direct = slab.array();
            output.writeTo(direct, open.tail() + RecordLayout.HEADER_BYTES, slab.capacity());
        } else {
            direct = null;
            output.writeTo(scratch, 0, scratch.length);
        }
    }

    private Chunk openChunk() {
        Chunk open = chunk;
        if (open == null) {
            throw new IllegalStateException("no chunk is open");
        }
        return open;
    }

    private long prefix(byte[] bytes, int keyOffset) {
        return prefixes == null ? 0 : prefixes.prefix(bytes, keyOffset, keyLength);
    }
}
