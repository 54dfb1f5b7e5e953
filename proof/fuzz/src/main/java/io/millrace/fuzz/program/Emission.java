package io.millrace.fuzz.program;

/** Code that emits a key and a value computed from a text {@code s} and a number {@code n}. */
final class Emission {

    private static final int STYLES = 9;
    private static final int CONCURRENT = 3;

    private final Sketch sketch;
    private final Body body;
    private final Kind key;
    private final Kind value;

    private Emission(Sketch sketch, Body body, Kind key, Kind value) {
        this.sketch = sketch;
        this.body = body;
        this.key = key;
        this.value = value;
    }

    /**
     * Statements that emit, in one of many styles.
     *
     * @param free whether records may be emitted later, by other threads, and in other numbers
     */
    static String write(Sketch sketch, Body body, Kind key, Kind value, boolean free) {
        Emission emission = new Emission(sketch, body, key, value);
        return emission.styled(sketch.choices().below(free ? STYLES : 3));
    }

    private String styled(int style) {
        return switch (style) {
            case 0 -> fresh("s", "n");
            case 1 -> reused("");
            case 2 ->
                    reused(
                            key.filling("outKey", "\"changed\"", "-1")
                                    + "\n"
                                    + value.filling("outValue", "\"changed\"", "-1")
                                    + "\n");
            case 3 ->
                    reused("")
                            + value.filling("outValue", "s + \"2\"", "n + 1")
                            + "\nemit(outKey, outValue);\n";
            case 4 -> "if (n % 3 != 0) {\n" + Code.indent(fresh("s", "n"), 4) + "}\n";
            case 5 -> held();
            case 6, 7 -> threaded(style == 6);
            default -> !value.sticky() ? concurrent() : fresh("s", "n");
        };
    }

    private String fresh(String text, String number) {
        return """
        %s madeKey = %s;
        %s
        %s madeValue = %s;
        %s
        emit(madeKey, madeValue);
        """
                .formatted(
                        key,
                        key.fresh(),
                        key.filling("madeKey", text, number),
                        value,
                        value.fresh(),
                        value.filling("madeValue", text, number));
    }

    private String reused(String after) {
        body.field("private final %s outKey = %s;".formatted(key, key.fresh()));
        body.field("private final %s outValue = %s;".formatted(value, value.fresh()));
        return key.filling("outKey", "s", "n")
                + "\n"
                + value.filling("outValue", "s", "n")
                + "\nemit(outKey, outValue);\n"
                + after;
    }

    /** Collects in a map, and emits at the task's end. */
    private String held() {
        sketch.note(Trait.IMPURE);
        body.field("private final TreeMap<String, Long> sums = new TreeMap<>();");
        body.cleanup(
                "for (Map.Entry<String, Long> each : sums.entrySet()) {\n"
                        + Code.indent(fresh("each.getKey()", "each.getValue().longValue()"), 4)
                        + "}");
        return "sums.merge(s, n, Long::sum);\n";
    }

    private String threaded(boolean waiting) {
        String fixed = "String text = s;\nlong number = n;\n";
        String emitting = fresh("text", "number");
        return fixed
                + (waiting
                        ? Threads.waitedFor(sketch, emitting)
                        : Threads.later(sketch, body, 1, emitting));
    }

    private String concurrent() {
        sketch.note(Trait.RACES, Trait.IMPURE);
        String emitting = fresh("text", "number");
        return "String text = s;\nlong number = n;\n"
                + Threads.later(sketch, body, CONCURRENT, emitting);
    }
}
