package io.millrace.fuzz.program;

import io.millrace.fuzz.tape.Choices;
import java.util.List;

/** A fault in a task of a program, triggered by a text. */
record Fault(Place place, String code) {

    /** The place of the fault. */
    enum Place {
        MAP,
        REDUCE,
        COMBINE,
        PARTITION,
        COMPARE,
        GROUP,
        READ,
        WRITE,
        CLEANUP
    }

    private static final String SNEAKY =
            """
            public static class Unusual extends Throwable {
                Unusual(String message) {
                    super(message);
                }

                @SuppressWarnings("unchecked")
                static <E extends Throwable> RuntimeException thrown(Throwable e) throws E {
                    throw (E) e;
                }
            }
            """;

    private static final String EMITS_NULL = "emit(null, null);";

    private static final String LEAVING = "leave();";

    /** Under Hadoop's local runner an exit would end the process; there, the task fails instead. */
    private static final String LEAVE =
            """
            static void leave() {
                if (${program}.class.getClassLoader().getClass().getName().startsWith("io.millrace")) {
                    System.exit(3);
                } else {
                    throw new IllegalStateException("exit");
                }
            }
            """;

    private static final List<String> ANYWHERE =
            List.of(
                    "throw new IllegalStateException(\"boom\");",
                    "Object none = \"x\".isEmpty() ? \"\" : null;\nnone.hashCode();",
                    "throw new AssertionError(\"boom\");",
                    "int[] few = new int[1];\nfew[5] = 1;",
                    "Object text = \"x\";\n((Integer) text).intValue();",
                    "Unusual.<RuntimeException>thrown(new Unusual(\"boom\"));",
                    "throw new StackOverflowError();",
                    "throw new java.io.UncheckedIOException(new IOException(\"boom\"));",
                    "Text none = \"x\".isEmpty() ? new Text() : null;\nnone.set(\"x\");",
                    "Double.parseDouble(\"boom\");",
                    "new StringTokenizer(\"\").nextToken();",
                    LEAVING);

    /** Usually none. */
    static Fault choose(Sketch sketch) {
        Choices choices = sketch.choices();
        if (!choices.oneIn(10)) {
            return new Fault(Place.MAP, "");
        }
        Place place = choices.of(Place.values());
        String code = place == Place.MAP && choices.oneIn(4) ? EMITS_NULL : choices.of(ANYWHERE);
        if (code.contains("Unusual")) {
            sketch.declare("Unusual", SNEAKY);
        }
        if (code.equals(LEAVING)) {
            sketch.declare("leave", LEAVE);
            sketch.note(Trait.EXITS);
        }
        sketch.note(Trait.IMPURE);
        return new Fault(place, code);
    }

    boolean isSome() {
        return !code.isEmpty();
    }

    /**
     * Statements for a place with a variable {@code text}; empty if the fault is in another place.
     */
    String at(Place there, String text) {
        if (!isSome() || there != place) {
            return "";
        }
        return "if (%s.contains(\"%s\")) {%n".formatted(text, Words.TRIGGER)
                + Code.indent(code, 4)
                + "}\n";
    }
}
