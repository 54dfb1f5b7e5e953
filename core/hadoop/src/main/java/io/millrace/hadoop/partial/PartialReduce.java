package io.millrace.hadoop.partial;

import io.millrace.hadoop.config.TaskKeys;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.jspecify.annotations.Nullable;

/**
 * Names a job's partial reducer: a reducer that makes fewer records of those of several map outputs
 * while map tasks still run (MapReduce with Communication Overlap, Ahmad et al. 2007).
 *
 * <p>A partial reducer takes and emits map output records, has to be commutative and associative,
 * and emits at least one record for each key that it is given, with that key. It may be called any
 * number of times, on any share of a key's values, or not at all; the job's reducer reduces what
 * comes out together with the rest.
 */
public final class PartialReduce {

    private PartialReduce() {}

    /**
     * Sets the partial reducer of a job.
     *
     * @param type a reducer of either API
     * @throws IllegalArgumentException if it is not a reducer
     */
    public static void set(Job job, Class<?> type) {
        set(job.getConfiguration(), type);
    }

    /** The same for a job that is described by its configuration. */
    public static void set(Configuration conf, Class<?> type) {
        conf.set(TaskKeys.PARTIAL_REDUCE_CLASS.name(), checked(type).getName());
    }

    /**
     * The partial reducer that a job names, or null.
     *
     * @throws IllegalArgumentException if there is no such class, or it is not a reducer
     */
    public static @Nullable Class<?> in(Configuration conf) {
        String name = TaskKeys.PARTIAL_REDUCE_CLASS.in(conf::get);
        if (name.isEmpty()) {
            return null;
        }
        try {
            return checked(conf.getClassByName(name));
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(
                    TaskKeys.PARTIAL_REDUCE_CLASS
                            + " names class "
                            + name
                            + ", which is not in the job's jars or on the class path",
                    e);
        }
    }

    private static Class<?> checked(Class<?> type) {
        if (org.apache.hadoop.mapred.Reducer.class.isAssignableFrom(type)
                || org.apache.hadoop.mapreduce.Reducer.class.isAssignableFrom(type)) {
            return type;
        }
        throw new IllegalArgumentException(
                type.getName()
                        + " cannot be a partial reducer: it is neither an org.apache.hadoop.mapred.Reducer nor an org.apache.hadoop.mapreduce.Reducer");
    }
}
