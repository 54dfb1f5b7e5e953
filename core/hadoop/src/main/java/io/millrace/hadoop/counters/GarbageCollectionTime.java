package io.millrace.hadoop.counters;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapreduce.TaskCounter;

/**
 * The time that this process has spent on garbage collection. It concerns all attempts of the
 * process, so it is counted once, and not for each of them. Thread-safe.
 */
public final class GarbageCollectionTime {

    private final long start = millis();

    /** Where the next attempt begins to count. */
    private final AtomicLong counted = new AtomicLong(start);

    /** Adds the time since this was created. */
    public void addAll(Counters counters) {
        add(millis() - start, counters);
    }

    /** Adds the time that no other attempt has counted, since this was created. */
    public void addRest(Counters counters) {
        long now = millis();
        add(now - counted.getAndAccumulate(now, Math::max), counters);
    }

    private static void add(long millis, Counters counters) {
        counters.findCounter(TaskCounter.GC_TIME_MILLIS).increment(Math.max(0, millis));
    }

    private static long millis() {
        long sum = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            sum += Math.max(0, collector.getCollectionTime());
        }
        return sum;
    }
}
