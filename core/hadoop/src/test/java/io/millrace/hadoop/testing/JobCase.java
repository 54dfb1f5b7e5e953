package io.millrace.hadoop.testing;

import io.millrace.verify.Agreement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;

/**
 * A job, or a chain of jobs, that can be run again and again over the same input. Immutable.
 *
 * @param name unique among all cases; names directories, and the input's random numbers
 * @param input writes the input
 * @param body sets the jobs up and runs them to their end
 * @param agreement what of the output has to agree
 * @param traits what else a comparison has to know
 */
public record JobCase(String name, Input input, Body body, Agreement agreement, Set<Trait> traits) {
    /** Writes the input of a case into a directory that exists and is empty. */
    @FunctionalInterface
    public interface Input {
        /** Needs no input. */
        Input NONE = (directory, random) -> {};

        void write(Path directory, Random random) throws IOException;
    }

    /** Sets jobs up and runs them with {@link JobRun#finish}. */
    @FunctionalInterface
    public interface Body {
        void run(JobRun run) throws Exception;
    }

    /** A case whose output has to agree to the byte. */
    public static JobCase of(String name, Input input, Body body, Trait... traits) {
        return new JobCase(name, input, body, Agreement.ORDERED, setOf(traits));
    }

    /** The same, where the order of records within a file is open. */
    public JobCase inAnyOrder() {
        return new JobCase(name, input, body, Agreement.ANY_ORDER, traits);
    }

    public boolean is(Trait trait) {
        return traits.contains(trait);
    }

    private static Set<Trait> setOf(Trait... traits) {
        EnumSet<Trait> set = EnumSet.noneOf(Trait.class);
        set.addAll(Set.of(traits));
        return set;
    }

    @Override
    public String toString() {
        return name;
    }
}
