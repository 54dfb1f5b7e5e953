package io.millrace.engine.collect;

import io.millrace.engine.record.RecordOutput;
import io.millrace.engine.record.RecordSink;
import io.millrace.engine.stream.ChunkWriter;
import io.millrace.engine.stream.ValueLengths;
import java.io.IOException;
import java.util.Arrays;

/**
 * Where a combiner that is given one key at a time emits to. Values of that key are kept for its
 * entry; anything else is appended to the chunks, where it is sorted with the rest. Not
 * thread-safe.
 */
final class FoldOutput implements RecordSink {

    private final ChunkWriter writer;
    private final RecordOutput output = new RecordOutput(256);
    private byte[] scratch = new byte[256];
    private int keyLength;

    /** The key that is folded, or none while a combiner ends. */
    private byte[] currentKey = new byte[0];

    private int currentKeyOffset;
    private int currentKeyLength = -1;

    /** Values of that key, each behind its length. */
    private byte[] values = new byte[256];

    private int valueBytes;
    private int valueCount;

    FoldOutput(ChunkWriter writer) {
        this.writer = writer;
    }

    /**
     * Begins a fold of the key {@code bytes[offset, offset + length)}, which is lent until {@link
     * #endFold}.
     */
    void startFold(byte[] bytes, int offset, int length) {
        currentKey = bytes;
        currentKeyOffset = offset;
        currentKeyLength = length;
        valueBytes = 0;
        valueCount = 0;
    }

    /** From now on nothing is the current key's. */
    void endFold() {
        currentKeyLength = -1;
    }

    /** The folded values, each behind its length, in {@code [0, valueBytes())}. */
    byte[] values() {
        return values;
    }

    int valueBytes() {
        return valueBytes;
    }

    int valueCount() {
        return valueCount;
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
        byte[] record = output.array();
        int start = output.start();
        int length = output.length() - keyLength;
        if (keyLength == currentKeyLength
                && Arrays.equals(
                        record,
                        start,
                        start + keyLength,
                        currentKey,
                        currentKeyOffset,
                        currentKeyOffset + keyLength)) {
            keepValue(record, start + keyLength, length);
        } else {
            writer.append(partition, record, start, keyLength, record, start + keyLength, length);
        }
        if (record.length > scratch.length && record.length <= 1 << 20) {
            scratch = record;
        }
        discardRecord();
    }

    @Override
    public void discardRecord() {
        output.writeTo(scratch, 0, scratch.length);
    }

    private void keepValue(byte[] bytes, int offset, int length) {
        int size = ValueLengths.size(length);
        long needed = (long) valueBytes + size + length;
        if (needed > values.length) {
            if (needed > Integer.MAX_VALUE - 8) {
                throw new IllegalStateException(
                        "the combiner made more than 2 GB of one key's values");
            }
            values = Arrays.copyOf(values, (int) Math.min(Integer.MAX_VALUE - 8, 2 * needed));
        }
        ValueLengths.put(values, valueBytes, length);
        System.arraycopy(bytes, offset, values, valueBytes + size, length);
        valueBytes += size + length;
        valueCount++;
    }
}
