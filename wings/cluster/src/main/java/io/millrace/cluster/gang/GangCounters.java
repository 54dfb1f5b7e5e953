package io.millrace.cluster.gang;

import java.util.EnumSet;
import java.util.HashSet;
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
 * For use by one thread.
 */
final class GangCounters {

    /** A counter of the job. */
    private record Name(String group, String counter) {}

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

    private final Set<Name> copied = new HashSet<>();

    /**
     * Gives the task the values that the counters of the job have now. A counter that the job no
     * longer has becomes 0: only an attempt that has failed since had counted it.
     */
    void copy(Counters job, TaskInputOutputContext<?, ?, ?, ?> task) {
        Set<Name> gone = new HashSet<>(copied);
        for (CounterGroup group : job) {
            for (Counter counter : group) {
                if (isOfJob(group.getName(), counter.getName())) {
                    Name name = new Name(group.getName(), counter.getName());
                    set(name, counter.getValue(), task);
                    copied.add(name);
                    gone.remove(name);
                }
            }
        }
        gone.forEach(name -> set(name, 0, task));
    }

    private static void set(Name name, long value, TaskInputOutputContext<?, ?, ?, ?> task) {
        task.getCounter(name.group(), name.counter()).setValue(value);
    }

    private static boolean isOfJob(String group, String counter) {
        return !OWN.contains(group)
                && !(group.equals(TaskCounter.class.getName()) && isMeasured(counter));
    }

    private static boolean isMeasured(String name) {
        return MEASURED.stream().anyMatch(each -> each.name().equals(name))
                || name.endsWith("_MEMORY_BYTES_MAX");
    }
}
