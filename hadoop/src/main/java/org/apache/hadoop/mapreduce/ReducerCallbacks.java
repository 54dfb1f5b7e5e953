package org.apache.hadoop.mapreduce;

import java.io.IOException;

/**
 * Calls a reducer's protected methods one at a time, where Hadoop offers only {@code run}, which
 * makes all the calls itself. It lives in Hadoop's package because that is what protected asks for;
 * probed by {@code io.millrace.hadoop.client.HadoopProbe}.
 */
public final class ReducerCallbacks {

    private ReducerCallbacks() {}

    /** Calls {@code reducer.setup}. */
    public static <A, B, C, D> void setup(
            Reducer<A, B, C, D> reducer, Reducer<A, B, C, D>.Context context)
            throws IOException, InterruptedException {
        reducer.setup(context);
    }

    /** Calls {@code reducer.reduce} for one key. */
    public static <A, B, C, D> void reduce(
            Reducer<A, B, C, D> reducer,
            A key,
            Iterable<B> values,
            Reducer<A, B, C, D>.Context context)
            throws IOException, InterruptedException {
        reducer.reduce(key, values, context);
    }

    /** Calls {@code reducer.cleanup}. */
    public static <A, B, C, D> void cleanup(
            Reducer<A, B, C, D> reducer, Reducer<A, B, C, D>.Context context)
            throws IOException, InterruptedException {
        reducer.cleanup(context);
    }
}
