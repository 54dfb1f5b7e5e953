package io.millrace.fuzz.program;

import io.millrace.fuzz.tape.Choices;
import java.util.Map;

/** Statements that set a job's formats. */
final class Formats {

    private static final Map<String, String> OLD_NAMES =
            Map.of(
                    "NLineInputFormat", "org.apache.hadoop.mapred.lib.NLineInputFormat",
                    "WholeFiles", "OldWholeFiles",
                    "NullOutputFormat", "org.apache.hadoop.mapred.lib.NullOutputFormat");

    private static final String WHOLE_FILES =
            """
            public static class WholeFiles extends TextInputFormat {
                @Override
                protected boolean isSplitable(JobContext context, Path file) {
                    return false;
                }
            }
            """;

    private static final String OLD_WHOLE_FILES =
            """
            public static class OldWholeFiles extends org.apache.hadoop.mapred.TextInputFormat {
                @Override
                protected boolean isSplitable(FileSystem files, Path file) {
                    return false;
                }
            }
            """;

    private Formats() {}

    /** Reads the input at {@code from}. */
    static String input(Sketch sketch, Api api, String format) {
        if (format.equals("WholeFiles")) {
            sketch.declare("WholeFiles", api == Api.NEW ? WHOLE_FILES : OLD_WHOLE_FILES);
        }
        return "FileInputFormat.addInputPath(job, from);\n" + set(api, "Input", format);
    }

    /** Writes text to {@code to}, or any format for the last job of a program. */
    static String output(Sketch sketch, Api api) {
        Choices choices = sketch.choices();
        return switch (choices.below(6)) {
            case 1 ->
                    "conf.set(\"mapreduce.output.textoutputformat.separator\", \"=\");\n"
                            + text(api);
            case 2 -> sequence(sketch, api);
            case 3 -> {
                if (sketch.is(Trait.UNORDERED)) {
                    yield text(api);
                }
                sketch.note(Trait.IMPURE); // its records are not visible from outside
                yield compressed() + text(api);
            }
            // Threads that request it concurrently may create it twice.
            case 4 -> sketch.is(Trait.UNORDERED) ? text(api) : lazy(api);
            default -> text(api);
        };
    }

    /**
     * Writes SequenceFiles to {@code to}. The length of compressed records in any order is not
     * determined, and a later job's splits are sorted by length.
     */
    static String sequence(Sketch sketch, Api api) {
        int chosen = sketch.choices().below(4);
        String compression =
                switch (sketch.is(Trait.UNORDERED) ? 0 : chosen) {
                    case 2 -> compressed() + type("RECORD");
                    case 3 -> compressed() + type("BLOCK");
                    default -> "";
                };
        return compression + to() + set(api, "Output", "SequenceFileOutputFormat");
    }

    private static String text(Api api) {
        return to() + set(api, "Output", "TextOutputFormat");
    }

    private static String lazy(Api api) {
        return to()
                + (api == Api.NEW
                        ? "LazyOutputFormat.setOutputFormatClass(job, TextOutputFormat.class);\n"
                        : "org.apache.hadoop.mapred.lib.LazyOutputFormat.setOutputFormatClass(conf, org.apache.hadoop.mapred.TextOutputFormat.class);\n");
    }

    private static String to() {
        return "FileOutputFormat.setOutputPath(job, to);\n";
    }

    private static String compressed() {
        return "conf.setBoolean(\"mapreduce.output.fileoutputformat.compress\", true);\n";
    }

    private static String type(String type) {
        return "conf.set(\"mapreduce.output.fileoutputformat.compress.type\", \"" + type + "\");\n";
    }

    private static String set(Api api, String side, String format) {
        return api == Api.NEW
                ? "job.set%sFormatClass(%s.class);%n".formatted(side, format)
                : "conf.set%sFormat(%s.class);%n"
                        .formatted(
                                side,
                                OLD_NAMES.getOrDefault(
                                        format, "org.apache.hadoop.mapred." + format));
    }
}
