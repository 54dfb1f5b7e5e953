package io.millrace.engine.spill;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * The runs in a sequence of bytes: where each begins, its number of records, and the coding.
 * Positions count from the start of the writer's output, even for a part of it. Immutable.
 */
final class RunTable {

    private final int first;
    private final long[] starts;
    private final long[] records;
    private final SpillCoding coding;
    private final int number;

    /**
     * @param first the first partition
     * @param starts the start of each partition, followed by the end of the last
     * @param records number of records of each partition
     * @param number the writer's number, unique in its coding
     */
    RunTable(int first, long[] starts, long[] records, SpillCoding coding, int number) {
        this.first = first;
        this.starts = starts;
        this.records = records;
        this.coding = coding;
        this.number = number;
    }

    /** Reads what {@link #writeTo} wrote. */
    static RunTable readFrom(DataInput in) throws IOException {
        int first = in.readInt();
        long[] records = new long[in.readInt()];
        long[] starts = new long[records.length + 1];
        for (int i = 0; i < records.length; i++) {
            starts[i] = in.readLong();
            records[i] = in.readLong();
        }
        starts[records.length] = in.readLong();
        return new RunTable(first, starts, records, SpillCoding.readFrom(in), in.readInt());
    }

    /** Writes the table for another process, with the key if the runs are encrypted. */
    void writeTo(DataOutput out) throws IOException {
        out.writeInt(first);
        out.writeInt(records.length);
        for (int i = 0; i < records.length; i++) {
            out.writeLong(starts[i]);
            out.writeLong(records[i]);
        }
        out.writeLong(starts[records.length]);
        coding.writeTo(out);
        out.writeInt(number);
    }

    /** The table of the partitions from {@code from} to {@code to}, exclusively. */
    RunTable of(int from, int to) {
        return new RunTable(
                from,
                Arrays.copyOfRange(starts, from - first, to - first + 1),
                Arrays.copyOfRange(records, from - first, to - first),
                coding,
                number);
    }

    /** Position of the first byte. */
    long start() {
        return starts[0];
    }

    long start(int partition) {
        return starts[partition - first];
    }

    long end(int partition) {
        return starts[partition - first + 1];
    }

    /** Bytes of all runs. */
    long bytes() {
        return starts[records.length] - starts[0];
    }

    /** Records of all runs. */
    long records() {
        return Arrays.stream(records).sum();
    }

    /** Records of one partition; 0 if the table does not have it. */
    long records(int partition) {
        int at = partition - first;
        return at < 0 || at >= records.length ? 0 : records[at];
    }

    /** Whether there are records of partitions that are not {@code beside}. */
    boolean hasRecordsBeside(BitSet beside) {
        return IntStream.range(0, records.length)
                .anyMatch(at -> records[at] > 0 && !beside.get(first + at));
    }

    /** A coder of the runs' frames, for one thread. */
    BlockFrame newFrame() {
        return new BlockFrame(coding, number);
    }
}
