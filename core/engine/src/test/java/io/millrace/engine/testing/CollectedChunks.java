package io.millrace.engine.testing;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.record.RecordCursor;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.stream.Chunk;
import io.millrace.engine.stream.ChunkConsumer;
import io.millrace.engine.stream.ChunkForm;
import io.millrace.engine.stream.ChunkWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Keeps the chunks that come. */
public final class CollectedChunks implements ChunkConsumer {

    private final MemoryAccount memory;
    private final int slabBytes;
    private final int partitions;
    private final List<Chunk> all = new ArrayList<>();
    private SlabKind kind = SlabKind.HEAP;
    private boolean kept = true;
    private long count;

    public CollectedChunks(MemoryAccount memory, int slabBytes, int partitions) {
        this.memory = memory;
        this.slabBytes = slabBytes;
        this.partitions = partitions;
    }

    /** A writer of chunks that come here. */
    public ChunkWriter writer(SlabKind kind) throws InterruptedException {
        this.kind = kind;
        return new ChunkWriter(
                memory,
                new ChunkForm(kind, partitions, ByteKeyOrder.withPrefix(), 4 * slabBytes),
                this,
                memory.take(kind, 2, slabBytes));
    }

    public static void write(RecordSink sink, String key, String value, int partition)
            throws Exception {
        ByteRecord record = ByteRecord.of(key, value);
        sink.output().write(record.key(), 0, record.key().length);
        sink.endKey();
        sink.output().write(record.value(), 0, record.value().length);
        sink.endRecord(partition);
    }

    /** From now on, counts records and gives their chunks back. */
    public void keepNone() {
        kept = false;
    }

    @Override
    public void accept(Chunk chunk) {
        count += chunk.records();
        if (kept) {
            all.add(chunk);
        } else {
            chunk.close();
        }
    }

    @Override
    public int maxRecords() {
        return Integer.MAX_VALUE;
    }

    @Override
    public List<Slab> takeChunkSlabs() throws InterruptedException {
        return memory.take(kind, 2, slabBytes);
    }

    @Override
    public void acceptLarge(
            int partition, byte[] record, int offset, int keyLength, int valueLength)
            throws IOException {
        throw new IOException("there is memory enough in this test");
    }

    /** How many records came. */
    public long count() {
        return count;
    }

    /** The chunks themselves. */
    public List<Chunk> chunks() {
        return all;
    }

    public List<ByteRecord> records() {
        List<ByteRecord> records = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            records.addAll(records(partition));
        }
        return records;
    }

    /** A partition's records, sorted within each chunk. */
    public List<ByteRecord> records(int partition) {
        List<ByteRecord> records = new ArrayList<>();
        try {
            for (Chunk chunk : all) {
                chunk.sort(ByteKeyOrder.withPrefix());
                read(chunk, partition, records);
            }
        } catch (IOException e) {
            throw new AssertionError("a sort that nobody cancels cannot fail", e);
        }
        return records;
    }

    /** Adds what a sorted chunk has of a partition. */
    public static void read(Chunk chunk, int partition, List<ByteRecord> records) {
        try (RecordCursor cursor = chunk.cursor(partition)) {
            while (cursor.next()) {
                records.add(ByteRecord.copyOf(cursor));
            }
        } catch (IOException e) {
            throw new AssertionError("a chunk in memory cannot fail", e);
        }
    }

    public void close() {
        all.forEach(Chunk::close);
    }
}
