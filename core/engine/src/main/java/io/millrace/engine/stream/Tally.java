package io.millrace.engine.stream;

import io.millrace.engine.task.OutputStatistics;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.BitSet;

/** Counts records and bytes by partition. Not thread-safe. */
public final class Tally {

    private static final int FIELDS = 3;

    private final long[] counts;

    public Tally(int partitions) {
        this.counts = new long[FIELDS * partitions];
    }

    /** Reads what {@link #writeTo} wrote. */
    public static Tally readFrom(DataInput in) throws IOException {
        Tally read = new Tally(in.readInt());
        for (int i = 0; i < read.counts.length; i++) {
            read.counts[i] = in.readLong();
        }
        return read;
    }

    /** Writes the counts for another process. */
    public void writeTo(DataOutput out) throws IOException {
        out.writeInt(counts.length / FIELDS);
        for (long count : counts) {
            out.writeLong(count);
        }
    }

    public void add(int partition, int keyLength, int valueLength) {
        int at = FIELDS * partition;
        int bytes = keyLength + valueLength;
        counts[at]++;
        counts[at + 1] += bytes;
        counts[at + 2] += framedBytes(keyLength, valueLength);
    }

    /** Bytes of one record in the format of MapReduce's files. */
    public static long framedBytes(int keyLength, int valueLength) {
        long bytes = (long) keyLength + valueLength;
        return bytes + varLengthBytes(keyLength) + varLengthBytes(valueLength);
    }

    /** Adds the counts of {@code other}, which has the same number of partitions, or none. */
    public void add(Tally other) {
        for (int i = 0; i < other.counts.length; i++) {
            counts[i] += other.counts[i];
        }
    }

    /** The counts of the other partitions. */
    public Tally without(BitSet partitions) {
        Tally rest = new Tally(counts.length / FIELDS);
        for (int i = 0; i < counts.length; i++) {
            rest.counts[i] = partitions.get(i / FIELDS) ? 0 : counts[i];
        }
        return rest;
    }

    /** The counts of the partitions from {@code first} to {@code end}, exclusively. */
    public Tally within(int first, int end) {
        Tally part = new Tally(counts.length / FIELDS);
        System.arraycopy(
                counts, FIELDS * first, part.counts, FIELDS * first, FIELDS * (end - first));
        return part;
    }

    public OutputStatistics of(int partition) {
        int at = FIELDS * partition;
        return new OutputStatistics(counts[at], counts[at + 1], counts[at + 2]);
    }

    /** The sum over all partitions. */
    public OutputStatistics total() {
        return from(0);
    }

    /** The sum over all partitions from {@code first} on. */
    public OutputStatistics from(int first) {
        OutputStatistics sum = OutputStatistics.NONE;
        for (int partition = first; partition < counts.length / FIELDS; partition++) {
            sum = sum.plus(of(partition));
        }
        return sum;
    }

    /**
     * Bytes of a non-negative number in the variable-length form of record lengths in MapReduce
     * files: one byte up to 127, otherwise one more than the number itself needs.
     */
    private static int varLengthBytes(int value) {
        return value <= 127 ? 1 : 1 + (39 - Integer.numberOfLeadingZeros(value)) / 8;
    }
}
