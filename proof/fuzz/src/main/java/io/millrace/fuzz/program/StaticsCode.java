package io.millrace.fuzz.program;

import io.millrace.fuzz.tape.Choices;
import java.util.List;

/** Code that keeps state in statics or in the process, as if each task had its own process. */
final class StaticsCode {

    /**
     * A way to keep a number.
     *
     * @param field its declaration
     * @param begin statements that reset it at a task's start, or remember its value there
     * @param add statements that add to it
     * @param read an expression for the amount added since
     */
    private record Idiom(String field, String begin, String add, String read) {}

    private static final List<Idiom> SEEN =
            List.of(
                    new Idiom("static long held;", "held = 0;", "held++;", "held"),
                    new Idiom(
                            "static final List<String> HELD = new ArrayList<>();",
                            "HELD.clear();",
                            "HELD.add(s);",
                            "HELD.size()"),
                    new Idiom(
                            "static final long[] HELD = new long[1];",
                            "HELD[0] = 0;",
                            "HELD[0]++;",
                            "HELD[0]"),
                    new Idiom(
                            "static final Map<String, Long> HELD = new java.util.HashMap<>();",
                            "HELD.clear();",
                            "HELD.merge(s, 1L, Long::sum);",
                            "HELD.values().stream().mapToLong(x -> x).sum()"),
                    new Idiom(
                            "static final java.util.concurrent.atomic.AtomicLong HELD = new java.util.concurrent.atomic.AtomicLong();",
                            "HELD.set(0);",
                            "HELD.incrementAndGet();",
                            "HELD.get()"),
                    new Idiom(
                            "static StringBuilder held = new StringBuilder();",
                            "held.setLength(0);",
                            "held.append('x');",
                            "held.length()"),
                    new Idiom(
                            "final String held = getClass().getName();",
                            "System.setProperty(held, \"0\");",
                            "System.setProperty(held, Long.toString(Long.getLong(held, 0L) + 1));",
                            "Long.getLong(held, 0L)"));

    private static final List<Idiom> HIDDEN =
            List.of(
                    new Idiom(
                            "static final Counting HELD = new Counting();\nlong begun;",
                            "begun = HELD.get();",
                            "HELD.get();",
                            "(HELD.get() - begun - 1)"),
                    new Idiom(
                            "static final Counting HELD = new Counting();\nlong begun;",
                            "begun = Long.parseLong(HELD.toString());",
                            "HELD.toString();",
                            "(Long.parseLong(HELD.toString()) - begun - 1)"),
                    new Idiom(
                            "static final Counting HELD = new Counting();\nlong begun;",
                            "begun = HELD.hashCode();",
                            "HELD.hashCode();",
                            "(HELD.hashCode() - begun - 1)"),
                    new Idiom(
                            "static final Counting HELD = new Counting();\nlong begun;",
                            "begun = Long.parseLong(\"\" + HELD);",
                            "s = s + (\"\" + HELD).length() / 9;",
                            "(Long.parseLong(\"\" + HELD) - begun - 1)"),
                    new Idiom(
                            "private Supplier<Integer> held;\nlong begun;",
                            "held = arrived(${conf}.get(\"fuzz.arriving\"));\nbegun = held.get();",
                            "held.get();",
                            "(held.get() - begun - 1)"));

    private static final String COUNTING =
            """
            public static class Counting implements Supplier<Integer> {
                private int count;

                @Override
                public Integer get() {
                    return ++count;
                }

                @Override
                public String toString() {
                    return Integer.toString(++count);
                }

                @Override
                public int hashCode() {
                    return ++count;
                }

                @Override
                public boolean equals(Object other) {
                    return this == other;
                }
            }
            """;

    /** No instruction of a task names it: its object arrives as bytes. */
    private static final String ARRIVING =
            """
            public static class Arriving implements Supplier<Integer>, Serializable {
                private static int count;

                @Override
                public Integer get() {
                    return ++count;
                }
            }
            """;

    private static final String ARRIVED =
            """
            static Supplier<Integer> arrived(String bytes) {
                return unpacked(Base64.getDecoder().decode(bytes));
            }
            """;

    private static final String MOMENT =
            """
            static void moment() {
                try {
                    Thread.sleep(1);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            """;

    private StaticsCode() {}

    /** Statements for each record, with their declarations; usually none. */
    static String write(Sketch sketch, Body body, String owner) {
        Choices choices = sketch.choices();
        if (!choices.oneIn(8)) {
            return "";
        }
        boolean fresh = choices.oneIn(3);
        List<Idiom> idioms = !fresh && choices.oneIn(2) ? HIDDEN : SEEN;
        Idiom idiom = choices.of(idioms);
        sketch.note(Trait.STATICS, Trait.IMPURE);
        if (idiom.field().contains("Counting")) {
            sketch.declare("Counting", COUNTING);
        }
        if (idiom.begin().contains("arrived(")) {
            Serialization.declare(sketch);
            sketch.declare("Arriving", ARRIVING);
            sketch.declare("arrived", ARRIVED);
            sketch.prepare(
                    "base.set(\"fuzz.arriving\", Base64.getEncoder().encodeToString(packed(new Arriving())));");
        }
        if (idiom.add().contains("System.setProperty")) {
            sketch.note(Trait.CHANGES_PROCESS);
        }
        sketch.declare("moment", MOMENT);
        body.field(idiom.field());
        if (fresh) {
            sketch.note(Trait.FRESH_STATICS);
            body.setup(
                    "if (${conf}.getBoolean(\"fuzz.reset.statics\", false)) {\n    "
                            + idiom.begin()
                            + "\n}");
        } else {
            body.setup(idiom.begin());
        }
        body.field("private int records;");
        body.cleanup(
                "if (records > 0) {\n    count(\"held by "
                        + owner
                        + "\", "
                        + idiom.read()
                        + ");\n}");
        return "if (records++ < 3) {\n    moment();\n}\n" + idiom.add() + "\n";
    }
}
