package io.millrace.fuzz.program;

import io.millrace.fuzz.tape.Choices;
import java.util.Arrays;

/**
 * The code of a reducer for a group: statements before its values, for each value, with its text
 * {@code x} and number {@code y}, and after them, which set a text {@code s} and a number {@code
 * n}. The result of an ordered fold depends on the order of the values.
 */
enum Fold {
    SUM(false, "", "n += y;", "s = Long.toString(n);"),
    COUNT(false, "", "n++;", "s = Long.toString(n);"),
    LEAST(false, "n = Long.MAX_VALUE;", "n = Math.min(n, y);", "s = Long.toString(n);"),
    GREATEST(false, "n = Long.MIN_VALUE;", "n = Math.max(n, y);", "s = Long.toString(n);"),
    SET(
            false,
            "TreeSet<String> set = new TreeSet<>();",
            "set.add(x);",
            "s = set.toString();\nn = set.size();"),
    HASH(false, "", "n += x.hashCode() % 1000;", "s = Long.toHexString(n);"),
    NOTHING(false, "", "", "s = \"-\";"),
    ALL(
            true,
            "StringBuilder joined = new StringBuilder();",
            "joined.append(x).append('|');\nn++;",
            "s = joined.toString();"),
    FIRST(true, "", "if (n++ == 0) {\n    s = x;\n}", ""),
    STOPS(true, "", "s = x;\nif (++n == 2) {\n    break;\n}", ""),
    LAST(true, "", "s = x;\nn = y;", ""),
    KEPT(
            true,
            "List<Object> kept = new ArrayList<>();",
            "kept.add(value);",
            "s = kept.toString();\nn = kept.size();"),
    KEYS(
            true,
            "StringBuilder keys = new StringBuilder();",
            "keys.append(${key}).append('/');\nn++;",
            "s = keys.toString();"),
    MEAN(
            true,
            "double mean = 0;\nint count = 0;",
            "mean += y / 3.0;\ncount++;",
            "mean = mean / Math.max(1, count);\ns = Double.toString(mean);\nn = (long) (mean * 1000);");

    private final boolean ordered;
    private final String begin;
    private final String each;
    private final String end;

    Fold(boolean ordered, String begin, String each, String end) {
        this.ordered = ordered;
        this.begin = begin;
        this.each = each;
        this.end = end;
    }

    /** A fold that the program may have. */
    static Fold choose(Sketch sketch) {
        Choices choices = sketch.choices();
        Fold fold =
                choices.of(
                        Arrays.stream(values())
                                .filter(each -> !each.ordered || sketch.knowsOrder())
                                .toList());
        if (fold.ordered) {
            sketch.note(Trait.ORDER, Trait.IMPURE);
        }
        return fold;
    }

    /** Statements that read a group's values. */
    String code(Kind key, Kind value) {
        if (this == NOTHING) {
            return "String s = " + key.textOf("key") + ";\nlong n = 0;\n";
        }
        String loop =
                "%s value = values.next();%nString x = %s;%nlong y = %s;%n"
                                .formatted(value, value.textOf("value"), value.numberOf("value"))
                        + Code.fill(each, "key", key.textOf("key"));
        return "String s = "
                + key.textOf("key")
                + ";\nlong n = 0;\n"
                + begin
                + "\nwhile (values.hasNext()) {\n"
                + Code.indent(loop, 4)
                + "}\n"
                + end
                + "\n";
    }
}
