package io.millrace.apps.vector;

import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.KeyValue;
import org.apache.hadoop.io.ArrayPrimitiveWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Writable;

/** Vectors of doubles by number, in the form that loops pass on. */
public final class Doubles {

    private Doubles() {}

    public static KeyValue record(int key, double... numbers) {
        return new KeyValue(new IntWritable(key), new ArrayPrimitiveWritable(numbers));
    }

    /** The vector with this key, which must exist. */
    public static double[] get(DynamicData data, int key) {
        return of(data.get(new IntWritable(key), ArrayPrimitiveWritable.class));
    }

    public static double[] of(Writable value) {
        return (double[]) ((ArrayPrimitiveWritable) value).get();
    }

    /** The key of a vector. */
    public static int key(KeyValue record) {
        return ((IntWritable) record.key()).get();
    }
}
