package io.millrace.hadoop.testing;

import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.LockKind;
import io.millrace.engine.plan.ShuffleKind;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/** One way to run the engine; none of them may change a result. */
public record EngineSetup(
        ShuffleKind shuffle,
        LockKind lock,
        SlabKind slabs,
        Memory memory,
        boolean fastPaths,
        Runner runner) {
    /** How much memory there is for records. */
    public enum Memory {
        /** More than any of these tests needs. */
        AMPLE("256m", "256k"),
        /** Less than what the larger tests need. */
        TINY("1m", "16k");

        private final String max;
        private final String slab;

        Memory(String max, String slab) {
            this.max = max;
            this.slab = slab;
        }
    }

    /** What drives the user's mapper and reducer. */
    public enum Runner {
        FAST,
        HADOOP
    }

    /** What the other tests run with: pull, on the heap, ample memory, all fast paths. */
    public static final EngineSetup PLAIN =
            new EngineSetup(
                    ShuffleKind.PULL,
                    LockKind.SYNCHRONIZED,
                    SlabKind.HEAP,
                    Memory.AMPLE,
                    true,
                    Runner.FAST);

    /** The same with another shuffle. */
    public EngineSetup with(ShuffleKind other) {
        return new EngineSetup(other, lock, slabs, memory, fastPaths, runner);
    }

    /** The same with another amount of memory. */
    public EngineSetup with(Memory other) {
        return new EngineSetup(shuffle, lock, slabs, other, fastPaths, runner);
    }

    /** The same with another runner. */
    public EngineSetup with(Runner other) {
        return new EngineSetup(shuffle, lock, slabs, memory, fastPaths, other);
    }

    /** Puts this setup into a job's configuration. */
    public void applyTo(Configuration conf) {
        conf.set(EngineKeys.SHUFFLE_KIND.name(), word(shuffle));
        conf.set(EngineKeys.SHUFFLE_LOCK.name(), word(lock));
        conf.set(EngineKeys.SLAB_KIND.name(), word(slabs));
        conf.set(EngineKeys.MEMORY_MAX.name(), memory.max);
        conf.set(EngineKeys.SLAB_SIZE.name(), memory.slab);
        conf.setBoolean("millrace.fast.paths", fastPaths);
        conf.setBoolean("millrace.debug.combiner.order", true);
        conf.set("millrace.task.runner", word(runner));
    }

    /** In a few words, as part of a test's name. */
    @Override
    public String toString() {
        String locked = shuffle == ShuffleKind.PULL ? "" : "/" + word(lock);
        return "%s%s %s %s %s%s"
                .formatted(
                        word(shuffle),
                        locked,
                        word(slabs),
                        word(memory),
                        fastPaths ? "fast" : "slow",
                        runner == Runner.HADOOP ? " hadoop-runner" : "");
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
