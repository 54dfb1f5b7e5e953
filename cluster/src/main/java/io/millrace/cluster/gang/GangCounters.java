package io.millrace.cluster.gang;

import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.FileSystemCounter;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;

/**
 * Makes the counters of the job those of its gang: the task of the first worker has all of them.
 */
final class GangCounters {

    /**
     * Groups that the gang counts itself: tasks, and what each worker's process reads and writes.
     */
    private static final Set<String> OWN =
            Set.of(JobCounter.class.getName(), FileSystemCounter.class.getName());

    /** Counters that Hadoop measures in each process of the gang. */
    private static final Set<TaskCounter> MEASURED =
            EnumSet.of(
                    TaskCounter.GC_TIME_MILLIS,
                    TaskCounter.CPU_MILLISECONDS,
                    TaskCounter.PHYSICAL_MEMORY_BYTES,
                    TaskCounter.VIRTUAL_MEMORY_BYTES,
                    TaskCounter.COMMITTED_HEAP_BYTES);

    private GangCounters() {}

    static void copy(Counters job, TaskInputOutputContext<?, ?, ?, ?> task) {
        for (CounterGroup group : job) {
            if (!OWN.contains(group.getName())) {
                copy(group, task);
            }
        }
    }

    private static void copy(CounterGroup group, TaskInputOutputContext<?, ?, ?, ?> task) {
        boolean ofTasks = group.getName().equals(TaskCounter.class.getName());
        for (Counter counter : group) {
            if (!ofTasks || !isMeasured(counter.getName())) {
                task.getCounter(group.getName(), counter.getName()).setValue(counter.getValue());
            }
        }
    }

    private static boolean isMeasured(String name) {
        return MEASURED.stream().anyMatch(each -> each.name().equals(name))
                || name.endsWith("_MEMORY_BYTES_MAX");
    }
}
