package io.millrace.fuzz.run;

import io.millrace.fuzz.program.Trait;
import io.millrace.hadoop.config.TaskKeys;
import java.util.Set;

/**
 * What is known to differ from Hadoop's local runner, and is right. Programs are not written, or
 * not run in a mode, where one of these is to be seen; each has a program of its own as a test.
 */
public enum KnownDifference {
    OLD_API_READS_ON(
            "Hadoop's old API gives what reads a key or a value the bytes behind it, too"
                    + " (Task.ValuesIterator passes an end for a length); here, as in the new API, a"
                    + " record ends where it ends.",
            "OldApiReadsOn",
            Modes.DEFAULT,
            EngineSetup.AMPLE),
    PUSHED_KEYS_ARE_SORTED(
            "What a combiner emits stays in its order, but what is pushed is sorted once more; keys"
                    + " that a combiner changed come elsewhere then.",
            "CombinerRekeys",
            Mode.of("push", Modes.SHUFFLE, "push"),
            EngineSetup.AMPLE),
    SHORT_RUNS(
            "A combiner is called for each run, and small pieces are short runs; one whose result"
                    + " depends on that has another with a small sort buffer of Hadoop, too.",
            "CombinerOfShortRuns",
            Modes.SMALL_PIECES,
            EngineSetup.TINY),
    SHARED_STATICS(
            "Tasks share statics because somebody asked for it.",
            "SharedStatics",
            Mode.of("isolation none", TaskKeys.ISOLATION.name(), "none"),
            EngineSetup.AMPLE);

    private static final Set<String> PUSHING = Set.of("push", "hybrid");

    private final String reason;
    private final String program;

    @SuppressWarnings("ImmutableEnumChecker") // nobody changes its settings
    private final Mode mode;

    private final EngineSetup engine;

    KnownDifference(String reason, String program, Mode mode, EngineSetup engine) {
        this.reason = reason;
        this.program = program;
        this.mode = mode;
        this.engine = engine;
    }

    /** Why it is right, for people. */
    public String reason() {
        return reason;
    }

    /** The test's program, among the test's resources. */
    String program() {
        return program;
    }

    /** In which it is to be seen. */
    Mode mode() {
        return mode;
    }

    /** With which it is to be seen. */
    EngineSetup engine() {
        return engine;
    }

    /** Whether it is to be seen in programs with these traits in that mode. */
    boolean concerns(Set<Trait> traits, Mode other) {
        return switch (this) {
            case OLD_API_READS_ON -> false; // such programs are not written
            case PUSHED_KEYS_ARE_SORTED ->
                    traits.contains(Trait.REKEYS)
                            && PUSHING.contains(
                                    other.settings().getOrDefault(Modes.SHUFFLE, "pull"));
            case SHORT_RUNS ->
                    traits.contains(Trait.COMBINES)
                            && traits.contains(Trait.IMPURE)
                            && other.settings().containsKey(Modes.SORT_SPLIT);
            case SHARED_STATICS ->
                    traits.contains(Trait.STATICS)
                            && "none".equals(other.settings().get(TaskKeys.ISOLATION.name()));
        };
    }
}
