package io.millrace.verify;

import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Counters;

/**
 * One job that ran to its end.
 *
 * @param failure failure in the words of its status; empty or {@code NA} without one
 * @param counters by {@code group:name}
 */
public record FinishedJob(
        String name, boolean succeeded, String failure, Map<String, Long> counters) {

    /** Counters by {@code group:name}. */
    public static Map<String, Long> values(Counters counters) {
        Map<String, Long> values = new TreeMap<>();
        for (CounterGroup group : counters) {
            for (Counter counter : group) {
                values.put(key(group.getName(), counter.getName()), counter.getValue());
            }
        }
        return values;
    }

    /** The key of a counter in {@link #counters}. */
    public static String key(String group, String counter) {
        return group + ":" + counter;
    }
}
