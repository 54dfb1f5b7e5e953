package io.millrace.fuzz.program;

import io.millrace.fuzz.tape.Tape;
import java.util.Set;

/**
 * A whole program: a class with its input and its drivers.
 *
 * @param tape the choices that created it
 * @param template its source, in which {@code ${program}} stands for its name
 */
public record Program(Tape tape, String template, Set<Trait> traits) {

    /** The source with that class name, in the unnamed package. */
    public String source(String name) {
        return Code.fill(template, "program", name);
    }

    public boolean is(Trait trait) {
        return traits.contains(trait);
    }
}
