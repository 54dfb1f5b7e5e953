package io.millrace.bench.shuffles;

import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.LockKind;
import io.millrace.engine.plan.ShuffleKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A way of getting map output to reduce tasks.
 *
 * @param settings keys of the job's configuration
 */
public record Way(String name, Map<String, String> settings) {

    /** What the others are compared with: the planner's default. */
    private static final Way PULL =
            new Way("pull", Map.of(EngineKeys.SHUFFLE_KIND.name(), word(ShuffleKind.PULL)));

    /** Those that say most in little time. */
    public static List<Way> few() {
        return List.of(
                PULL,
                push(LockKind.SYNCHRONIZED),
                push(LockKind.TTAS),
                hybrid(2, LockKind.SYNCHRONIZED));
    }

    /** All kinds with all locks. */
    public static List<Way> all() {
        List<Way> all = new ArrayList<>();
        all.add(PULL);
        for (LockKind lock : LockKind.values()) {
            all.add(push(lock));
        }
        for (LockKind lock : LockKind.values()) {
            all.add(hybrid(2, lock));
        }
        all.add(hybrid(4, LockKind.SYNCHRONIZED));
        return all;
    }

    private static Way push(LockKind lock) {
        return new Way(
                "push, " + word(lock),
                Map.of(
                        EngineKeys.SHUFFLE_KIND.name(), word(ShuffleKind.PUSH),
                        EngineKeys.SHUFFLE_LOCK.name(), word(lock)));
    }

    private static Way hybrid(int streams, LockKind lock) {
        return new Way(
                "hybrid of " + streams + ", " + word(lock),
                Map.of(
                        EngineKeys.SHUFFLE_KIND.name(), word(ShuffleKind.HYBRID),
                        EngineKeys.HYBRID_STREAMS.name(), Integer.toString(streams),
                        EngineKeys.SHUFFLE_LOCK.name(), word(lock)));
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
