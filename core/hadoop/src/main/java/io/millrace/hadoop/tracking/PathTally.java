package io.millrace.hadoop.tracking;

import io.millrace.hadoop.watch.PathUse;
import io.millrace.hadoop.watch.QuickPath;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts which quick paths a job's tasks took. Guarded by the tracker's lock. */
final class PathTally {

    private final Map<QuickPath, Integer> quick = new EnumMap<>(QuickPath.class);
    private final Map<QuickPath, Integer> tasks = new EnumMap<>(QuickPath.class);

    /** Adds the paths of a successful attempt. */
    void add(Map<QuickPath, Boolean> taken) {
        taken.forEach((path, was) -> {
            quick.merge(path, was ? 1 : 0, Integer::sum);
            tasks.merge(path, 1, Integer::sum);
        });
    }

    List<PathUse> uses() {
        List<PathUse> uses = new ArrayList<>();
        tasks.forEach(
                (path, count) -> uses.add(new PathUse(path, quick.getOrDefault(path, 0), count)));
        return uses;
    }
}
