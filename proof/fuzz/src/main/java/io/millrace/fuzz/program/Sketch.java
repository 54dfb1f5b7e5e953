package io.millrace.fuzz.program;

import io.millrace.fuzz.tape.Choices;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** A program that is being written: its declarations so far, and its known traits. */
final class Sketch {

    private final Choices choices;
    private final Map<String, String> types = new LinkedHashMap<>();
    private final Set<String> preparations = new LinkedHashSet<>();
    private final Set<Trait> traits = EnumSet.noneOf(Trait.class);

    Sketch(Choices choices) {
        this.choices = choices;
    }

    Choices choices() {
        return choices;
    }

    void note(Trait... more) {
        for (Trait trait : more) {
            traits.add(trait);
        }
    }

    /** Whether later parts may depend on the order of equal keys. */
    boolean knowsOrder() {
        return !is(Trait.RACES);
    }

    /** Whether later parts may depend on the order in which a later job's mappers read. */
    boolean knowsInputOrder() {
        return !is(Trait.UNORDERED);
    }

    boolean is(Trait trait) {
        return traits.contains(trait);
    }

    Set<Trait> traits() {
        return traits;
    }

    /** Adds a nested type, once. */
    void declare(String name, String source) {
        types.putIfAbsent(name, source);
    }

    /** Adds a statement that the driver runs before its jobs, once. */
    void prepare(String statement) {
        preparations.add(statement);
    }

    /** The driver's first statements. */
    String preparations() {
        return String.join("\n", preparations);
    }

    /** All nested types, in the order of their declaration. */
    String types() {
        return String.join("\n", types.values());
    }
}
