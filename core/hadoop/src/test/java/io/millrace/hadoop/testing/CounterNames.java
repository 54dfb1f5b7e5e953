package io.millrace.hadoop.testing;

import io.millrace.formats.inputcache.InputCache;
import io.millrace.verify.FinishedJob;
import io.millrace.verify.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.mapreduce.FileSystemCounter;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.TaskCounter;

/** Which counters there are, whatever they say, for whoever looks at all of them. */
final class CounterNames {

    /** Groups that differ: what local runner or cluster do not have, or each file system has. */
    private static final Set<String> OTHER_GROUPS =
            Set.of(
                    // a cluster's, and ours; the local runner counts no attempts
                    JobCounter.class.getName(),
                    // by the file systems that the process or the attempt used
                    FileSystemCounter.class.getName(),
                    InputCache.GROUP);

    /** A cluster's, and ours; the local runner finds no process tree to ask. */
    private static final Set<TaskCounter> OTHERS = Set.of(TaskCounter.CPU_MILLISECONDS);

    private CounterNames() {}

    /** One sentence for each job whose counters are others. */
    static List<String> differences(Outcome expected, Outcome actual) {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < Math.min(expected.jobs().size(), actual.jobs().size()); i++) {
            Set<String> missing = names(expected.jobs().get(i));
            Set<String> added = names(actual.jobs().get(i));
            Set<String> both = new TreeSet<>(missing);
            both.retainAll(added);
            missing.removeAll(both);
            added.removeAll(both);
            if (!missing.isEmpty() || !added.isEmpty()) {
                found.add(
                        "job %s lacks the counters %s and has %s in their place"
                                .formatted(actual.jobs().get(i).name(), missing, added));
            }
        }
        return found;
    }

    private static Set<String> names(FinishedJob job) {
        Set<String> names = new TreeSet<>(job.counters().keySet());
        names.removeIf(name -> OTHER_GROUPS.contains(name.substring(0, name.lastIndexOf(':'))));
        OTHERS.forEach(
                other -> names.remove(FinishedJob.key(TaskCounter.class.getName(), other.name())));
        return names;
    }
}
