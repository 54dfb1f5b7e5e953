package io.millrace.fuzz.program;

import io.millrace.fuzz.program.Api.Records;
import io.millrace.fuzz.tape.Choices;

/** Writes combiners: some that Millrace may know, legal ones, and nearly legal ones. */
final class CombinerCode {

    private static final String NEW_KNOWN =
            """
            public static class ${name} extends Reducer<${k}, ${v}, ${k}, ${v}> {
            ${field}
                @Override
                protected void reduce(${k} key, Iterable<${v}> values, Context context) throws IOException, InterruptedException {
                    ${p} result = ${start};
                    for (${v} value : values) {
                        result ${add};
                    }
            ${emit}    }
            }
            """;

    private static final String OLD_KNOWN =
            """
            public static class ${name} extends MapReduceBase implements org.apache.hadoop.mapred.Reducer<${k}, ${v}, ${k}, ${v}> {
            ${field}
                @Override
                public void reduce(${k} key, Iterator<${v}> values, OutputCollector<${k}, ${v}> output, Reporter reporter) throws IOException {
                    ${p} result = ${start};
                    while (values.hasNext()) {
                        result ${add};
                    }
            ${emit}    }
            }
            """;

    private CombinerCode() {}

    /**
     * A combiner that computes one number from a key's numbers.
     *
     * @return the reducer's fold that makes the combiner legal
     */
    static Fold known(Sketch sketch, Api api, String name, Records records) {
        Choices choices = sketch.choices();
        Kind value = records.value();
        boolean fractions = value.primitive().equals("float") || value.primitive().equals("double");
        Fold fold = choices.of(Fold.SUM, Fold.LEAST, Fold.GREATEST);
        if (fractions && fold == Fold.SUM) {
            if (sketch.knowsOrder()) {
                sketch.note(Trait.ORDER); // sums of fractions are rounded at each step
            } else {
                fold = Fold.LEAST;
            }
        }
        String read = api == Api.NEW ? "value.get()" : "values.next().get()";
        String box =
                switch (value.primitive()) {
                    case "int" -> "Integer";
                    case "float" -> "Float";
                    case "double" -> "Double";
                    default -> "Long";
                };
        String start =
                switch (fold) {
                    case SUM -> "0";
                    case LEAST -> choices.of(box + ".MAX_VALUE", "5");
                    default ->
                            choices.of(
                                    box.equals("Integer") || box.equals("Long")
                                            ? box + ".MIN_VALUE"
                                            : "-" + box + ".MAX_VALUE",
                                    "1");
                };
        String add =
                switch (fold) {
                    case SUM -> "+= " + read;
                    case LEAST -> "= Math.min(result, " + read + ")";
                    default -> "= Math.max(result, " + read + ")";
                };
        boolean reuses = choices.below(2) == 0;
        String call = api == Api.NEW ? "context.write" : "output.collect";
        sketch.note(Trait.COMBINES);
        boolean exact = fold != Fold.SUM || value.primitive().equals("long");
        if (!exact || start.equals("5") || start.equals("1")) {
            sketch.note(Trait.IMPURE);
        }
        sketch.declare(
                name,
                Code.fill(
                        api == Api.NEW ? NEW_KNOWN : OLD_KNOWN,
                        "field",
                        reuses ? "    private final ${v} out = new ${v}();\n" : "",
                        "emit",
                        reuses
                                ? "        out.set(result);\n        " + call + "(key, out);\n"
                                : "        " + call + "(key, new ${v}(result));\n",
                        "name",
                        name,
                        "k",
                        records.key().name(),
                        "v",
                        value.name(),
                        "p",
                        value.primitive(),
                        "start",
                        start,
                        "add",
                        add));
        return fold;
    }

    /** A combiner whose result may depend on how it is called. */
    static void free(
            Sketch sketch, Api api, String name, Records records, boolean oneRun, Fault fault) {
        Choices choices = sketch.choices();
        Kind key = records.key();
        Kind value = records.value();
        sketch.note(Trait.COMBINES, Trait.IMPURE);
        Body body = new Body();
        body.main(fault.at(Fault.Place.COMBINE, key.textOf("key")));
        body.main(Fold.choose(sketch).code(key, value));
        body.main(Steps.write(sketch));
        if (choices.oneIn(3)) {
            body.main("count(\"combined\", 1);");
        }
        if (choices.oneIn(6)) {
            body.field("private int calls;");
            body.main("n += ++calls;");
        }
        if (oneRun && choices.oneIn(4)) {
            sketch.note(Trait.REKEYS, Trait.ORDER);
            body.main(Emission.write(sketch, body, key, value, false));
        } else {
            body.main(withItsKey(sketch, value));
        }
        sketch.declare(name, api.reducer(name, records, records, body));
    }

    private static String withItsKey(Sketch sketch, Kind value) {
        String result =
                "%s result = %s;%n%s%n"
                        .formatted(value, value.fresh(), value.filling("result", "s", "n"));
        return switch (sketch.choices().below(4)) {
            case 0 -> result + "emit(key, result);";
            case 1 -> result + "emit(key, result);\nemit(key, result);";
            case 2 -> result + "if (n % 3 != 0) {\n    emit(key, result);\n}";
            default ->
                    "long number = n;\nString text = s;\n"
                            + Threads.waitedFor(
                                    sketch,
                                    "%s result = %s;%n%s%nemit(key, result);"
                                            .formatted(
                                                    value,
                                                    value.fresh(),
                                                    value.filling("result", "text", "number")));
        };
    }
}
