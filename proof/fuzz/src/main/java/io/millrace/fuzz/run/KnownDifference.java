package io.millrace.fuzz.run;

import io.millrace.fuzz.program.Trait;
import io.millrace.hadoop.config.TaskKeys;
import java.util.Set;

/**
 * Known and correct differences from Hadoop's local runner. Programs that would show one are not
 * written, or not run in that mode; each difference has its own program as a test.
 */
public enum KnownDifference {
    OLD_API_READS_ON(
            "Hadoop's old API lets code that reads a key or a value read the bytes behind it"
                    + " (Task.ValuesIterator passes the end instead of the length). Here, as in the"
                    + " new API, input ends with the record.",
            "OldApiReadsOn",
            Modes.DEFAULT,
            EngineSetup.AMPLE),
    PUSHED_KEYS_ARE_SORTED(
            "A combiner's output stays in the order of emission, but pushed records are sorted"
                    + " again, which moves keys that the combiner changed.",
            "CombinerRekeys",
            Mode.of("push", Modes.SHUFFLE, "push"),
            EngineSetup.AMPLE),
    SHARED_STATICS(
            "Tasks share statics because the job asked for it.",
            "SharedStatics",
            Mode.of("isolation none", TaskKeys.ISOLATION.name(), "none"),
            EngineSetup.AMPLE);

    private static final Set<String> PUSHING = Set.of("push", "hybrid");

    private final String reason;
    private final String program;

    @SuppressWarnings("ImmutableEnumChecker") // its settings never change
    private final Mode mode;

    private final EngineSetup engine;

    KnownDifference(String reason, String program, Mode mode, EngineSetup engine) {
        this.reason = reason;
        this.program = program;
        this.mode = mode;
        this.engine = engine;
    }

    /** The reason why it is correct, for people. */
    public String reason() {
        return reason;
    }

    /** The test's program, in the test resources. */
    String program() {
        return program;
    }

    /** The modes that show it. */
    Mode mode() {
        return mode;
    }

    /** The traits that show it. */
    EngineSetup engine() {
        return engine;
    }

    /** Whether programs with these traits show it in that mode. */
    boolean concerns(Set<Trait> traits, Mode other) {
        return switch (this) {
            case OLD_API_READS_ON -> false; // such programs are not written
            case PUSHED_KEYS_ARE_SORTED ->
                    traits.contains(Trait.REKEYS)
                            && PUSHING.contains(
                                    other.settings().getOrDefault(Modes.SHUFFLE, "pull"));
            case SHARED_STATICS ->
                    traits.contains(Trait.STATICS)
                            && "none".equals(other.settings().get(TaskKeys.ISOLATION.name()));
        };
    }
}
