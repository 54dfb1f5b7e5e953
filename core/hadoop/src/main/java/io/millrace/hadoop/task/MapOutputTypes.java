package io.millrace.hadoop.task;

import java.io.IOException;
import org.apache.hadoop.mapred.JobConf;

/**
 * The classes that the records of a job's map output must have, and the number of its partitions.
 *
 * @param keys exactly the class of each key
 * @param values exactly the class of each value
 * @param partitions the number of reduce tasks
 */
public record MapOutputTypes(Class<?> keys, Class<?> values, int partitions) {

    /** Those of a job. */
    public static MapOutputTypes of(JobConf conf) {
        return new MapOutputTypes(
                conf.getMapOutputKeyClass(),
                conf.getMapOutputValueClass(),
                conf.getNumReduceTasks());
    }

    /**
     * Checks one record.
     *
     * @throws IOException as Hadoop's, if a class differs or there is no such partition
     */
    public void check(Object key, Object value, int partition) throws IOException {
        if (key.getClass() != keys) {
            throw mismatch("key", keys, key);
        }
        if (value.getClass() != values) {
            throw mismatch("value", values, value);
        }
        if (partition < 0 || partition >= partitions) {
            throw new IOException("Illegal partition for " + key + " (" + partition + ")");
        }
    }

    private static IOException mismatch(String role, Class<?> expected, Object received) {
        return new IOException(
                "Type mismatch in %s from map: expected %s, received %s"
                        .formatted(role, expected.getName(), received.getClass().getName()));
    }
}
