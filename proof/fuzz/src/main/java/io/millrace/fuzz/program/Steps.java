package io.millrace.fuzz.program;

import io.millrace.fuzz.tape.Choices;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Pieces of code that work on texts and numbers as jobs do, and together use everything that
 * Millrace replaces in a job's code. Each changes a text {@code s} or a number {@code n} and may
 * use the fields {@code t} and {@code u}, Texts that keep their content.
 */
final class Steps {

    /** Used by pieces that need it. */
    private static final String OWN_TOKENIZER =
            """
            public static class OwnTokenizer extends StringTokenizer {
                OwnTokenizer(String s) {
                    super(s);
                }

                @Override
                public String nextToken() {
                    return "[" + super.nextToken() + "]";
                }
            }
            """;

    private static final String OWN_TEXT =
            """
            public static class OwnText extends Text {
                @Override
                public void set(String s) {
                    super.set("(" + s);
                }

                @Override
                public String toString() {
                    return super.toString() + ")";
                }
            }
            """;

    private static final String COPY =
            """
            static <T> T copy(T object) {
                return unpacked(packed(object));
            }
            """;

    /**
     * Groups of pieces, the simplest first, with a heading before each group and a blank line after
     * each piece.
     */
    private static final List<List<String>> ALL = read("steps.txt");

    private static final int MOST = 6;

    private Steps() {}

    /** Some steps, each in its own block. */
    static String write(Sketch sketch) {
        Choices choices = sketch.choices();
        return String.join("", choices.some(2, MOST, () -> step(sketch)));
    }

    private static String step(Sketch sketch) {
        String step = sketch.choices().of(sketch.choices().of(ALL));
        // Arrays keep the length of their previous content.
        boolean looksBack = step.contains("t.get") || step.contains("u.get");
        if (looksBack && !sketch.knowsInputOrder()) {
            return "";
        }
        if (looksBack) {
            sketch.note(Trait.IMPURE);
        }
        declare(sketch, step);
        return "{\n" + Code.indent(step, 4) + "}\n";
    }

    private static List<List<String>> read(String resource) {
        try (InputStream in = Steps.class.getResourceAsStream(resource)) {
            String all =
                    new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
            return Arrays.stream(all.split("(?m)^# .*\n"))
                    .skip(1)
                    .map(group -> List.of(group.strip().split("\n\n")))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the steps of programs", e);
        }
    }

    private static void declare(Sketch sketch, String step) {
        if (step.contains("OwnTokenizer")) {
            sketch.declare("OwnTokenizer", OWN_TOKENIZER);
        }
        if (step.contains("OwnText")) {
            sketch.declare("OwnText", OWN_TEXT);
        }
        if (step.contains("copy(")) {
            Serialization.declare(sketch);
            sketch.declare("copy", COPY);
        }
    }
}
