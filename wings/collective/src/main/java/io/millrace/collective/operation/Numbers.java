package io.millrace.collective.operation;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.Array;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.hadoop.io.ArrayPrimitiveWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Writable;

/** The state of a {@link NumberOperation} for some values. Used by one thread at a time. */
public final class Numbers implements Writable {

    /** An array of int, long, float or double; one element for values that are not vectors. */
    private Object array = new double[0];

    private boolean vector;
    private long count;

    long count() {
        return count;
    }

    void count(long more) {
        count += more;
    }

    void add(NumberOperation operation, Writable value) {
        if (value instanceof DoubleWritable number) {
            fold(operation, new double[] {number.get()}, false, 1);
        } else if (value instanceof IntWritable number) {
            fold(operation, new int[] {number.get()}, false, 1);
        } else if (value instanceof LongWritable number) {
            fold(operation, new long[] {number.get()}, false, 1);
        } else if (value instanceof FloatWritable number) {
            fold(operation, new float[] {number.get()}, false, 1);
        } else if (value instanceof ArrayPrimitiveWritable numbers) {
            fold(operation, count == 0 ? copy(numbers.get()) : numbers.get(), true, 1);
        } else {
            throw new IllegalArgumentException(
                    operation
                            + " supports int, long, float and double as Hadoop's writables"
                            + " or as ArrayPrimitiveWritable, not "
                            + value.getClass().getName()
                            + "; write an Operation for it");
        }
    }

    void combine(NumberOperation operation, Numbers other) {
        fold(operation, other.array, other.vector, other.count);
    }

    /**
     * Combines with numbers that {@link #write} has written, of which it holds a few KB at a time.
     * The order of the two does not matter, except for the bits of NaNs.
     *
     * @throws IllegalArgumentException if the two cannot be combined
     */
    public void combine(NumberOperation operation, DataInput in) throws IOException {
        Numbers other = new Numbers();
        other.count = in.readLong();
        other.vector = in.readBoolean();
        char type = (char) in.readByte();
        int length = in.readInt();
        boolean alike =
                vector == other.vector
                        && type == NumberBytes.type(array)
                        && length == Array.getLength(array);
        if (alike && count > 0 && other.count > 0) {
            NumberBytes.read(
                    type, length, in, (at, some, number) -> fold(operation, at, some, number));
            count += other.count;
        } else {
            other.array = NumberBytes.newArray(type, length);
            NumberBytes.read(other.array, in);
            combine(operation, other);
        }
    }

    private void fold(NumberOperation operation, Object more, boolean vectors, long values) {
        if (count == 0) {
            array = more;
            vector = vectors;
        } else if (values > 0) {
            check(operation, more, vectors);
            fold(operation, 0, more, Array.getLength(more));
        }
        count += values;
    }

    private void check(NumberOperation operation, Object more, boolean vectors) {
        int length = Array.getLength(array);
        if (vector != vectors
                || array.getClass() != more.getClass()
                || length != Array.getLength(more)) {
            throw new IllegalArgumentException(
                    operation
                            + " of incompatible values: "
                            + describe(array, vector)
                            + " and "
                            + describe(more, vectors));
        }
    }

    private static String describe(Object array, boolean vector) {
        String type = array.getClass().getComponentType().getName();
        return vector ? type + "[" + Array.getLength(array) + "]" : type;
    }

    /** Folds the first {@code length} elements of {@code more} into those from {@code at} on. */
    private void fold(NumberOperation operation, int at, Object more, int length) {
        if (array instanceof double[] own && more instanceof double[] other) {
            for (int i = 0; i < length; i++) {
                own[at + i] = operation.of(own[at + i], other[i]);
            }
        } else if (array instanceof int[] own && more instanceof int[] other) {
            for (int i = 0; i < length; i++) {
                own[at + i] = operation.of(own[at + i], other[i]);
            }
        } else if (array instanceof long[] own && more instanceof long[] other) {
            for (int i = 0; i < length; i++) {
                own[at + i] = operation.of(own[at + i], other[i]);
            }
        } else if (array instanceof float[] own && more instanceof float[] other) {
            for (int i = 0; i < length; i++) {
                own[at + i] = operation.of(own[at + i], other[i]);
            }
        } else {
            throw new IllegalArgumentException(
                    operation + " does not support " + describe(array, vector));
        }
    }

    /** Copies an array, because mappers reuse theirs. */
    private static Object copy(Object array) {
        if (array instanceof double[] numbers) {
            return numbers.clone();
        }
        int length = Array.getLength(array);
        Object copy = Array.newInstance(array.getClass().getComponentType(), length);
        System.arraycopy(array, 0, copy, 0, length);
        return copy;
    }

    void toDoubles() {
        if (array instanceof int[] numbers) {
            array = IntStream.of(numbers).asDoubleStream().toArray();
        } else if (array instanceof long[] numbers) {
            array = LongStream.of(numbers).asDoubleStream().toArray();
        } else if (array instanceof float[] numbers) {
            double[] doubles = new double[numbers.length];
            for (int i = 0; i < numbers.length; i++) {
                doubles[i] = numbers[i];
            }
            array = doubles;
        }
    }

    void divideByCount() {
        double[] numbers = (double[]) array;
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] /= count;
        }
    }

    /** The result, of the values' type or the operation's. */
    Writable value() {
        if (vector) {
            return new ArrayPrimitiveWritable(array);
        }
        if (array instanceof double[] numbers) {
            return new DoubleWritable(numbers[0]);
        }
        if (array instanceof int[] numbers) {
            return new IntWritable(numbers[0]);
        }
        if (array instanceof long[] numbers) {
            return new LongWritable(numbers[0]);
        }
        return new FloatWritable(((float[]) array)[0]);
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeLong(count);
        out.writeBoolean(vector);
        out.writeByte(NumberBytes.type(array));
        out.writeInt(Array.getLength(array));
        NumberBytes.write(array, out);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        count = in.readLong();
        vector = in.readBoolean();
        char type = (char) in.readByte();
        int length = in.readInt();
        if (type != NumberBytes.type(array) || length != Array.getLength(array)) {
            array = NumberBytes.newArray(type, length);
        }
        NumberBytes.read(array, in);
    }
}
