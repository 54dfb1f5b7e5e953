package io.millrace.fuzz.program;

import io.millrace.fuzz.tape.Choices;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Writes the program's own key and value classes. */
final class OwnKinds {

    private static final int MOST_FIELDS = 4;

    private static final String SOURCE =
            """
            public static class ${name} implements ${interface} {
            ${declarations}
                void fill(String s, long n) {
            ${filling}    }

                @Override
                public void write(DataOutput out) throws IOException {
            ${writing}    }

                @Override
                public void readFields(DataInput in) throws IOException {
            ${reading}    }

                @Override
                public String toString() {
                    return ${text};
                }

                @Override
                public int hashCode() {
                    return toString().hashCode();
                }

                @Override
                public boolean equals(Object other) {
                    return other instanceof ${name} && toString().equals(other.toString());
                }
            ${order}}
            """;

    private static final String ORDER =
            """

                @Override
                public int compareTo(${name} other) {
                    return toString().compareTo(other.toString());
                }
            """;

    private static final String RAW_ORDER =
            """

                public static class Order extends WritableComparator {
                    public Order() {
                        super(${name}.class);
                    }

                    @Override
                    public int compare(byte[] b1, int s1, int l1, byte[] b2, int s2, int l2) {
                        return compareBytes(b1, s1, l1, b2, s2, l2);
                    }
                }

                static {
                    WritableComparator.define(${name}.class, new Order());
                }
            """;

    private static final String TEXT_SUBCLASS =
            """
            public static class ${name} extends Text {
                @Override
                public void set(String s) {
                    super.set(s.isEmpty() ? "none" : s);
                }

                @Override
                public String toString() {
                    return "<" + super.toString() + ">";
                }
            }
            """;

    private OwnKinds() {}

    /**
     * Adds a class for keys or values to the program.
     *
     * @param greedy whether it may read to the end of its record
     */
    static Kind write(Sketch sketch, String name, boolean key, boolean greedy) {
        Choices choices = sketch.choices();
        if (choices.oneIn(6)) {
            sketch.declare(name, Code.fill(TEXT_SUBCLASS, "name", name));
            return new Kind(
                    name,
                    "new " + name + "()",
                    Kinds.TEXT.fill(),
                    Kinds.TEXT.text(),
                    Kinds.TEXT.number(),
                    true,
                    false,
                    false);
        }
        List<OwnField> fields = fields(choices, !key && sketch.knowsOrder(), greedy);
        boolean raw = key && choices.oneIn(4);
        String order = key ? Code.fill(ORDER + (raw ? RAW_ORDER : ""), "name", name) : "";
        sketch.declare(name, source(name, fields, order, key));
        return new Kind(
                name,
                "new " + name + "()",
                "${v}.fill(${s}, ${n});",
                "${v}.toString()",
                "${v}.toString().length()",
                key,
                fields.stream().anyMatch(OwnField::isSticky),
                fields.stream().anyMatch(OwnField::isLast));
    }

    private static List<OwnField> fields(Choices choices, boolean sticky, boolean greedy) {
        List<OwnField> all =
                Arrays.stream(OwnField.values())
                        .filter(field -> !field.isSticky() || sticky)
                        .filter(field -> greedy || !field.isLast())
                        .toList();
        List<OwnField> fields = new ArrayList<>();
        for (OwnField field : choices.some(2, MOST_FIELDS, () -> choices.of(all))) {
            if (fields.isEmpty() || !fields.get(fields.size() - 1).isLast()) {
                fields.add(field);
            }
        }
        return fields.isEmpty() ? List.of(OwnField.INT) : fields;
    }

    private static String source(String name, List<OwnField> fields, String order, boolean key) {
        StringBuilder declarations = new StringBuilder();
        StringBuilder filling = new StringBuilder();
        StringBuilder writing = new StringBuilder();
        StringBuilder reading = new StringBuilder();
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            OwnField field = fields.get(i);
            String variable = "f" + i;
            declarations.append(field.declaration(variable));
            filling.append(field.filling(variable));
            writing.append(field.writing(variable));
            reading.append(field.reading(variable));
            texts.add(field.text(variable));
        }
        return Code.fill(
                SOURCE,
                "interface",
                key ? "WritableComparable<" + name + ">" : "Writable",
                "declarations",
                Code.indent(declarations.toString(), 4),
                "filling",
                Code.indent(filling.toString(), 8),
                "writing",
                Code.indent(writing.toString(), 8),
                "reading",
                Code.indent(reading.toString(), 8),
                "text",
                "\"\" + " + String.join(" + \",\" + ", texts),
                "order",
                order,
                "name",
                name);
    }
}
