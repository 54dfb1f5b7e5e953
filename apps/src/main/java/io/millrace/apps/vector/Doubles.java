package io.millrace.apps.vector;

import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.KeyValue;
import org.apache.hadoop.io.ArrayPrimitiveWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Writable;

/** Vectors of doubles under numbers, as loops pass them on. */
public final class Doubles {

    private Doubles() {}

    public static KeyValue record(int key, double... numbers) {
        return new KeyValue(new IntWritable(key), new ArrayPrimitiveWritable(numbers));
    }

    /** The vector of a number, which must be there. */
    public static double[] get(DynamicData data, int key) {
        return of(data.get(new IntWritable(key), ArrayPrimitiveWritable.class));
    }

    public static double[] of(Writable value) {
        return (double[]) ((ArrayPrimitiveWritable) value).get();
    }

    /** The number that a vector is under. */
    public static int key(KeyValue record) {
        return ((IntWritable) record.key()).get();
    }
}
