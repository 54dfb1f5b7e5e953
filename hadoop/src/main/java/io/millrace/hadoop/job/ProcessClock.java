package io.millrace.hadoop.job;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapreduce.TaskCounter;

/**
 * Collecting garbage is the whole process's: counted for a job from its start, once, not per task.
 */
final class ProcessClock {

    private final long gcMillisAtStart = gcMillis();

    void addTo(Counters counters) {
        counters.findCounter(TaskCounter.GC_TIME_MILLIS)
                .increment(Math.max(0, gcMillis() - gcMillisAtStart));
    }

    private static long gcMillis() {
        long sum = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            sum += Math.max(0, collector.getCollectionTime());
        }
        return sum;
    }
}
