package io.millrace.verify;

import io.millrace.formats.inputcache.InputCache;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.mapreduce.FileSystemCounter;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormatCounter;

/**
 * The counters in which a run has to agree with Hadoop's local runner: those that count the job's
 * own work, not the framework's.
 */
final class ComparableCounters {
    private static final Set<TaskCounter> ALWAYS =
            EnumSet.of(
                    TaskCounter.MAP_INPUT_RECORDS,
                    TaskCounter.MAP_OUTPUT_RECORDS,
                    TaskCounter.MAP_OUTPUT_BYTES,
                    TaskCounter.REDUCE_INPUT_GROUPS,
                    TaskCounter.REDUCE_OUTPUT_RECORDS,
                    TaskCounter.SPLIT_RAW_BYTES,
                    TaskCounter.SHUFFLED_MAPS,
                    TaskCounter.MERGED_MAP_OUTPUTS,
                    TaskCounter.FAILED_SHUFFLE);

    /** Depend on how often the combiner ran, or on the codec. */
    private static final Set<TaskCounter> LENGTHS =
            EnumSet.of(TaskCounter.MAP_OUTPUT_MATERIALIZED_BYTES, TaskCounter.REDUCE_SHUFFLE_BYTES);

    /** Groups of Hadoop's own; counters of any other group are the user's and all have to agree. */
    private static final Set<String> FRAMEWORK_GROUPS =
            Set.of(
                    TaskCounter.class.getName(),
                    JobCounter.class.getName(),
                    FileSystemCounter.class.getName(),
                    FileInputFormatCounter.class.getName(),
                    FileOutputFormatCounter.class.getName(),
                    "Shuffle Errors",
                    InputCache.GROUP);

    private final Set<String> compared = new TreeSet<>();

    /**
     * The counters of jobs that agree.
     *
     * @param combines whether they have a combiner
     * @param compresses whether they compress map output
     */
    ComparableCounters(boolean combines, boolean compresses) {
        ALWAYS.forEach(this::add);
        if (!combines) {
            add(TaskCounter.REDUCE_INPUT_RECORDS);
            if (!compresses) {
                LENGTHS.forEach(this::add);
            }
        }
    }

    /** The counters that differ, of the job at this place in the run. An absent counter is 0. */
    List<Difference> differences(int place, FinishedJob expected, FinishedJob actual) {
        Set<String> names = new TreeSet<>(compared);
        addUsers(expected, names);
        addUsers(actual, names);
        List<Difference> found = new ArrayList<>();
        for (String name : names) {
            long want = expected.counters().getOrDefault(name, 0L);
            long got = actual.counters().getOrDefault(name, 0L);
            if (want != got) {
                found.add(
                        new Difference(
                                "counters %d %s".formatted(place, subject(name)),
                                "counter %s of job %s is %d, expected %d"
                                        .formatted(name, actual.name(), got, want)));
            }
        }
        return found;
    }

    private void add(TaskCounter counter) {
        compared.add(TaskCounter.class.getName() + ":" + counter.name());
    }

    /** The user's counters by their group, since a job may name them at random. */
    private String subject(String name) {
        return compared.contains(name) ? name : name.substring(0, name.lastIndexOf(':'));
    }

    private static void addUsers(FinishedJob job, Set<String> names) {
        for (String name : job.counters().keySet()) {
            if (!FRAMEWORK_GROUPS.contains(name.substring(0, name.lastIndexOf(':')))) {
                names.add(name);
            }
        }
    }
}
