package io.millrace.hadoop.job;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapreduce.TaskCounter;

/**
 * Garbage collection concerns the whole process: it is counted once per job, from the job's start,
 * not per task.
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
