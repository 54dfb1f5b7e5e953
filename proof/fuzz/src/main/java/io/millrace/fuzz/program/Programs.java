package io.millrace.fuzz.program;

import io.millrace.fuzz.tape.Choices;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes programs. */
public final class Programs {

    private static final String TEMPLATE =
            """
            import java.io.*;
            import java.nio.charset.StandardCharsets;
            import java.util.ArrayList;
            import java.util.Arrays;
            import java.util.Base64;
            import java.util.Iterator;
            import java.util.List;
            import java.util.Locale;
            import java.util.Map;
            import java.util.StringTokenizer;
            import java.util.TreeMap;
            import java.util.TreeSet;
            import java.util.concurrent.*;
            import java.util.function.*;
            import java.util.stream.*;
            import org.apache.hadoop.conf.Configuration;
            import org.apache.hadoop.fs.*;
            import org.apache.hadoop.io.*;
            import org.apache.hadoop.mapred.JobConf;
            import org.apache.hadoop.mapred.MapReduceBase;
            import org.apache.hadoop.mapred.OutputCollector;
            import org.apache.hadoop.mapred.Reporter;
            import org.apache.hadoop.mapreduce.*;
            import org.apache.hadoop.mapreduce.lib.input.*;
            import org.apache.hadoop.mapreduce.lib.output.*;

            public class ${program} {
                /** What a comparison has to know. */
                public static final String TRAITS = ${traits};

                /** The input's files, a character for each byte. */
                public static final String[] INPUT = {
            ${input}    };

                /** Runs the jobs, each by {@code run}. */
                public static boolean drive(Configuration base, Path in, Path out, Predicate<Object> run) throws Exception {
            ${driver}        return true;
                }

            ${types}}
            """;

    private static final int MOST_JOBS = 3;

    private Programs() {}

    /** The program that these choices determine. */
    public static Program write(Choices choices) {
        Sketch sketch = new Sketch(choices);
        Fault fault = Fault.choose(sketch);
        String ends = choices.oneIn(8) ? choices.of("\r\n", ";", "||") : "\n";
        List<String> files = InputText.write(choices, ends, fault.isSome());
        StringBuilder driver = new StringBuilder();
        List<String> settings = new ArrayList<>();
        Source source = source(sketch, files.size() == 1, ends, settings);
        boolean last = false;
        for (int i = 0; !last; i++) {
            last = i == MOST_JOBS - 1 || !choices.oneIn(4);
            Stage stage = new Stage(sketch, i, source, fault);
            boolean noMore = last;
            Stage.Made made = choices.piece(() -> stage.write(noMore));
            driver.append(job(i, settings, made.driver()));
            source = Source.sequence(made.records());
            settings.clear();
        }
        String traits = sketch.traits().stream().map(Trait::name).collect(Collectors.joining(" "));
        String template =
                Code.fill(
                        TEMPLATE,
                        "traits",
                        Code.literal(traits),
                        "input",
                        Code.indent(
                                files.stream()
                                        .map(Code::literal)
                                        .collect(Collectors.joining(",\n")),
                                8),
                        "driver",
                        Code.indent(sketch.preparations() + "\n" + driver, 8),
                        "types",
                        Code.indent(sketch.types(), 4));
        return new Program(choices.tape(), template, Set.copyOf(sketch.traits()));
    }

    private static Source source(
            Sketch sketch, boolean oneFile, String ends, List<String> settings) {
        Choices choices = sketch.choices();
        if (!ends.equals("\n") && !ends.equals("\r\n")) {
            sketch.note(Trait.DELIMITED);
            settings.add(
                    "conf.set(\"textinputformat.record.delimiter\", %s);"
                            .formatted(Code.literal(ends)));
        }
        boolean cut = choices.oneIn(4);
        if (cut) {
            settings.add(
                    "conf.setLong(\"mapreduce.input.fileinputformat.split.maxsize\", %d);"
                            .formatted(choices.between(20, 400)));
        }
        if (choices.oneIn(12)) {
            sketch.note(Trait.IMPURE); // counts from the start of a split
            settings.add(
                    "conf.setInt(\"mapreduce.input.linerecordreader.line.maxlength\", %d);"
                            .formatted(choices.between(5, 40)));
        }
        boolean oneSplit = oneFile && !cut;
        return switch (choices.below(8)) {
            case 5 -> {
                settings.add("conf.setInt(\"mapreduce.input.lineinputformat.linespermap\", 7);");
                yield Source.lines("NLineInputFormat", false);
            }
            case 6 -> Source.lines("WholeFiles", oneFile);
            case 7 -> Source.pairs(oneSplit);
            default -> Source.lines("TextInputFormat", oneSplit);
        };
    }

    private static String job(int number, List<String> settings, String driver) {
        String beginning =
                """
                Path from = %s;
                Path to = new Path(out, "%d");
                Job job = Job.getInstance(new Configuration(base), "job %d");
                JobConf conf = (JobConf) job.getConfiguration();
                """
                        .formatted(
                                number == 0 ? "in" : "new Path(out, \"" + (number - 1) + "\")",
                                number,
                                number);
        return "{\n"
                + Code.indent(beginning + String.join("\n", settings) + "\n" + driver, 4)
                + "}\n";
    }
}
