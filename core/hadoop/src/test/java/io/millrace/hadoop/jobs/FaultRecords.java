package io.millrace.hadoop.jobs;

import io.millrace.hadoop.jobs.PlannedFault.Place;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapred.JobConf;
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

    /** Something that fails when it is given its configuration. */
    abstract static class Configured implements Configurable {
        private final Place place;
        private Configuration conf = new Configuration(false);

        Configured(Place place) {
            this.place = place;
        }

        @Override
        public void setConf(Configuration given) {
            conf = given;
            PlannedFault.at(place, given);
        }

        @Override
        public Configuration getConf() {
            return conf;
        }
    }

    /** By number; fails at a mark. */
    static final class Sort extends Configured implements RawComparator<Key> {
        private static final int MARK = 6;

        Sort() {
            super(Place.SORT_SET_CONF);
        }

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
    static final class Group extends Configured implements RawComparator<Key> {
        private static final int MARK = 7;

        Group() {
            super(Place.GROUP_SET_CONF);
        }

        @Override
        public int compare(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
            PlannedFault.atMark(Place.GROUP_COMPARE, (byte) (a[aStart + MARK] | b[bStart + MARK]));
            return Integer.compare(
                    WritableComparator.readInt(a, aStart) / 10,
                    WritableComparator.readInt(b, bStart) / 10);
        }

        @Override
        public int compare(Key a, Key b) {
            PlannedFault.atMark(Place.GROUP_COMPARE, (byte) (a.group | b.group));
            return Integer.compare(a.number / 10, b.number / 10);
        }
    }

    /** By tens, so that groups stay together; fails at a mark. For both APIs. */
    static final class Partition extends Partitioner<Key, Value>
            implements Configurable, org.apache.hadoop.mapred.Partitioner<Key, Value> {
        private Configuration conf = new Configuration(false);

        @Override
        public int getPartition(Key key, Value value, int partitions) {
            PlannedFault.atMark(Place.PARTITION, value.partition);
            return key.number / 10 % partitions;
        }

        @Override
        public void configure(JobConf job) {}

        @Override
        public void setConf(Configuration given) {
            conf = given;
            PlannedFault.at(Place.PARTITIONER_SET_CONF, given);
        }

        @Override
        public Configuration getConf() {
            return conf;
        }
    }

    /** The records of one task, one of which carries the marks. */
    static final class Source {
        private final Configuration conf;
        private final int failing;
        private final Key key = new Key();
        private final Value value = new Value();
        private int seen;

        Source(Configuration conf) {
            this.conf = conf;
            this.failing = conf.getInt(FaultyJob.AT_RECORD, FaultyJob.RECORD);
        }

        /** Takes the next line; fails, if the fault is in the mapper itself. */
        void next(String line) {
            boolean marked = seen == failing;
            if (marked) {
                PlannedFault.at(Place.MAP, conf);
            }
            key.number = Integer.parseInt(line);
            key.write = mark(marked, Place.KEY_WRITE);
            key.read = mark(marked, Place.KEY_READ);
            key.sort = mark(marked, Place.SORT_COMPARE);
            key.group = mark(marked, Place.GROUP_COMPARE);
            value.number = seen;
            value.write = mark(marked, Place.VALUE_WRITE);
            value.read = mark(marked, Place.VALUE_READ);
            value.partition = mark(marked, Place.PARTITION);
            seen++;
        }

        private byte mark(boolean marked, Place place) {
            return marked ? PlannedFault.mark(place, conf) : 0;
        }

        Key key() {
            return key;
        }

        Value value() {
            return value;
        }
    }
}
