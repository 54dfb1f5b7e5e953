package io.millrace.bench.shuffles;

import io.millrace.bench.frame.Word;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.LockKind;
import io.millrace.engine.plan.ShuffleKind;
import io.millrace.hadoop.config.HadoopKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A way of getting map output to reduce tasks.
 *
 * @param settings keys of the job's configuration
 */
record Way(String name, String split, Map<String, String> settings) {

    private static final String SPLIT = "8MB";
    private static final List<String> OTHER_SPLITS = List.of("1MB", "32MB");

    /** The shuffles, of which the others are compared with the planner's default. */
    static List<Way> few() {
        return kinds(SPLIT);
    }

    /** All kinds with all locks, and all kinds with all splits. */
    static List<Way> more() {
        return Stream.concat(
                        withLocks(SPLIT).stream(),
                        OTHER_SPLITS.stream().flatMap(split -> kinds(split).stream()))
                .toList();
    }

    /** All kinds with all locks and all splits. */
    static List<Way> full() {
        return Stream.concat(Stream.of(SPLIT), OTHER_SPLITS.stream())
                .flatMap(split -> withLocks(split).stream())
                .toList();
    }

    private static List<Way> kinds(String split) {
        return List.of(
                pull(split),
                push(LockKind.SYNCHRONIZED, split),
                hybrid(2, LockKind.SYNCHRONIZED, split));
    }

    private static List<Way> withLocks(String split) {
        List<Way> ways = new ArrayList<>(kinds(split));
        for (LockKind lock : LockKind.values()) {
            if (lock != LockKind.SYNCHRONIZED) {
                ways.add(push(lock, split));
                ways.add(hybrid(2, lock, split));
            }
        }
        ways.add(hybrid(4, LockKind.SYNCHRONIZED, split));
        return ways;
    }

    private static Way pull(String split) {
        return of("pull", split, Map.of(EngineKeys.SHUFFLE_KIND.name(), Word.of(ShuffleKind.PULL)));
    }

    private static Way push(LockKind lock, String split) {
        return of(
                "push, " + Word.of(lock),
                split,
                Map.of(
                        EngineKeys.SHUFFLE_KIND.name(), Word.of(ShuffleKind.PUSH),
                        EngineKeys.SHUFFLE_LOCK.name(), Word.of(lock)));
    }

    private static Way hybrid(int streams, LockKind lock, String split) {
        return of(
                "hybrid of " + streams + ", " + Word.of(lock),
                split,
                Map.of(
                        EngineKeys.SHUFFLE_KIND.name(), Word.of(ShuffleKind.HYBRID),
                        EngineKeys.HYBRID_STREAMS.name(), Integer.toString(streams),
                        EngineKeys.SHUFFLE_LOCK.name(), Word.of(lock)));
    }

    private static Way of(String name, String split, Map<String, String> settings) {
        Map<String, String> all = new TreeMap<>(settings);
        all.put(HadoopKeys.SPLIT_SIZE.name(), split);
        return new Way(split.equals(SPLIT) ? name : name + ", splits of " + split, split, all);
    }
}
