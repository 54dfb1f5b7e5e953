package io.millrace.hadoop.isolation;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.ObjectWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.io.WritableFactories;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/** Types of a job that Hadoop comes to in other ways than by the job's configuration. */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it
final class CopiedTypes {

    private CopiedTypes() {}

    /** Counters. */
    public enum Seen {
        KEYS,
        VALUES
    }

    /** A key and value that only Java can serialize. */
    public static final class Name implements Serializable, Comparable<Name> {
        private static final long serialVersionUID = 1;
        private final String text;

        Name(String text) {
            this.text = text;
        }

        @Override
        public int compareTo(Name other) {
            return text.compareTo(other.text);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Name name && name.text.equals(text);
        }

        @Override
        public int hashCode() {
            return text.hashCode();
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** Emits names of names. */
    public static final class Names extends Mapper<LongWritable, Text, Name, Name> {
        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            context.write(new Name(line.toString()), new Name("of " + line));
        }
    }

    /** Writes and counts what comes. */
    public static final class Writes<K, V> extends Reducer<K, V, Text, Text> {
        @Override
        protected void reduce(K key, Iterable<V> values, Context context)
                throws IOException, InterruptedException {
            context.getCounter(Seen.KEYS).increment(1);
            for (V value : values) {
                context.getCounter(Seen.VALUES).increment(1);
                context.write(new Text(key.toString()), new Text(value.toString()));
            }
        }
    }

    /** A key whose order only its registered comparator knows: from large to small. */
    public static final class Code extends IntWritable {
        static {
            WritableComparator.define(Code.class, new Descending());
        }

        public Code() {}

        Code(int number) {
            super(number);
        }

        /** The order. */
        public static final class Descending extends WritableComparator {
            public Descending() {
                super(Code.class);
            }

            @Override
            public int compare(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
                return Integer.compare(readInt(b2, s2), readInt(b1, s1));
            }
        }
    }

    /** A value that only its registered factory can make. */
    public static final class Made implements Writable {
        static {
            WritableFactories.setFactory(Made.class, () -> new Made(0));
        }

        private int number;

        Made(int number) {
            this.number = number;
        }

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeInt(number);
        }

        @Override
        public void readFields(DataInput in) throws IOException {
            number = in.readInt();
        }

        @Override
        public String toString() {
            return "made " + number;
        }
    }

    /** Wraps values for Hadoop to find out their class, as it does for generic types. */
    public static final class Wrapped extends ObjectWritable {
        @Override
        public String toString() {
            return get().toString();
        }
    }

    /** Emits codes with values that come out of the factory. */
    public static final class Codes extends Mapper<LongWritable, Text, Code, Wrapped> {
        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            Wrapped wrapped = new Wrapped();
            wrapped.set(new Made(line.getLength()));
            context.write(new Code(line.toString().hashCode() % 100), wrapped);
        }
    }
}
