package io.millrace.fuzz.program;

import io.millrace.fuzz.program.Api.Records;
import io.millrace.fuzz.tape.Choices;

/** Writes mappers. */
final class MapperCode {

    private MapperCode() {}

    /**
     * A mapper.
     *
     * @param offsets whether its keys are positions in the input
     */
    static void write(
            Sketch sketch,
            Api api,
            String name,
            Records in,
            Records out,
            boolean offsets,
            Fault fault) {
        Choices choices = sketch.choices();
        Body body = new Body();
        body.main("String line = " + in.value().textOf("value") + ";");
        String number = offsets ? "0" : in.key().numberOf("key");
        if (offsets && choices.oneIn(6)) {
            sketch.note(Trait.IMPURE);
            number = in.key().numberOf("key");
        }
        body.main(split(choices, in, number, offsets));
        if (choices.oneIn(12) && sketch.knowsInputOrder()) {
            sketch.note(Trait.IMPURE);
            body.field("private " + in.value() + " before;");
            body.main(
                    "if (before != null) {\n    each(%s, 2);\n}\nbefore = value;"
                            .formatted(in.value().textOf("before")));
        }
        String each =
                fault.at(Fault.Place.MAP, "s")
                        + Steps.write(sketch)
                        + counting(choices)
                        + StaticsCode.write(sketch, body, name)
                        + Emission.write(sketch, body, out.key(), out.value(), true);
        body.method(
                "void each(String s, long n) throws "
                        + api.thrown()
                        + " {\n"
                        + Code.indent(each, 4)
                        + "}");
        if (fault.isSome() && fault.place() == Fault.Place.CLEANUP) {
            body.field("private boolean fails;");
            body.main("fails |= line.contains(\"" + Words.TRIGGER + "\");");
            body.cleanup("if (fails) {\n" + Code.indent(fault.code(), 4) + "}");
        }
        SideFiles.write(sketch, api, body, name);
        sketch.declare(name, api.mapper(name, in, out, body));
    }

    private static String split(Choices choices, Records in, String number, boolean offsets) {
        return switch (choices.below(5)) {
            case 0 -> "each(line, " + number + ");";
            case 1 -> "for (String part : line.split(\" \")) {\n    each(part, part.length());\n}";
            case 2 ->
                    "StringTokenizer parts = new StringTokenizer(line);\nwhile (parts.hasMoreTokens()) {\n    each(parts.nextToken(), "
                            + number
                            + ");\n}";
            case 3 ->
                    "t.set(line);\nStringTokenizer parts = new StringTokenizer(t.toString(), \" ,\\t\");\nfor (int i = 0; parts.hasMoreTokens(); i++) {\n    u.set(parts.nextToken());\n    each(u.toString(), i);\n}";
            default ->
                    "each("
                            + (offsets ? "line" : in.key().textOf("key"))
                            + ", line.length());\neach(line, 1);";
        };
    }

    private static String counting(Choices choices) {
        return choices.oneIn(3) ? "count(\"mapped\", n);\n" : "";
    }
}
