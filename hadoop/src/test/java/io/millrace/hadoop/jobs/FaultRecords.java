package io.millrace.hadoop.jobs;

import io.millrace.hadoop.jobs.PlannedFault.Place;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapreduce.Partitioner;

/** Keys, values and what is done with them, which fail on a record that carries a mark. */
final class FaultRecords {
    private FaultRecords() {}

    /** A number, and marks for the places that see keys: 4 + 4 bytes. */
    static final class Key implements WritableComparable<Key> {
        int number;
        byte write;
        byte read;
        byte sort;
        byte group;

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeInt(number);
            PlannedFault.atMark(Place.KEY_WRITE, write);
            out.writeByte(write);
            out.writeByte(read);
            out.writeByte(sort);
            out.writeByte(group);
        }

        @Override
        public void readFields(DataInput in) throws IOException {
            number = in.readInt();
            write = in.readByte();
            read = in.readByte();
            sort = in.readByte();
            group = in.readByte();
            PlannedFault.atMark(Place.KEY_READ, read);
        }

        @Override
        public int compareTo(Key other) {
            return Integer.compare(number, other.number);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && key.number == number;
        }

        @Override
        public int hashCode() {
            return number;
        }
    }

    /** A number, and marks for the places that see values. */
    static final class Value implements Writable {
        int number;
        byte write;
        byte read;
        byte partition;

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeInt(number);
            PlannedFault.atMark(Place.VALUE_WRITE, write);
            out.writeByte(read);
        }

        @Override
        public void readFields(DataInput in) throws IOException {
            number = in.readInt();
            read = in.readByte();
            PlannedFault.atMark(Place.VALUE_READ, read);
        }
    }

    /** By number; fails at a mark. */
    static final class Sort implements RawComparator<Key> {
        private static final int MARK = 6;

        @Override
        public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
            PlannedFault.atMark(Place.SORT_COMPARE, (byte) (a[aStart + MARK] | b[bStart + MARK]));
            return Integer.compare(
                    WritableComparator.readInt(a, aStart), WritableComparator.readInt(b, bStart));
        }

        @Override
        public int compare(Key a, Key b) {
            return a.compareTo(b);
        }
    }

    /** By tens; fails at a mark. */
    static final class Group implements RawComparator<Key> {
        private static final int MARK = 7;

        @Override
        public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
            PlannedFault.atMark(Place.GROUP_COMPARE, (byte) (a[aStart + MARK] | b[bStart + MARK]));
            return Integer.compare(
                    WritableComparator.readInt(a, aStart) / 10,
                    WritableComparator.readInt(b, bStart) / 10);
        }

        @Override
        public int compare(Key a, Key b) {
            return Integer.compare(a.number / 10, b.number / 10);
        }
    }

    /** By tens, so that groups stay together; fails at a mark. */
    static final class Partition extends Partitioner<Key, Value> {
        @Override
        public int getPartition(Key key, Value value, int partitions) {
            PlannedFault.atMark(Place.PARTITION, value.partition);
            return key.number / 10 % partitions;
        }
    }
}
