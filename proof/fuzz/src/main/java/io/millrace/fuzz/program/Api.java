package io.millrace.fuzz.program;

import java.util.regex.Pattern;

/**
 * The two APIs. In both, a mapper's and a reducer's code emits by {@code emit(key, value)}, counts
 * by {@code count(name, by)}, and finds the configuration in {@code conf}. Unused members are left
 * out.
 */
enum Api {
    NEW(
            "public static class ${name} extends Mapper<${k1}, ${v1}, ${k2}, ${v2}> {",
            "public static class ${name} extends Reducer<${k1}, ${v1}, ${k2}, ${v2}> {",
            """
            @Override
            protected void map(${k1} key, ${v1} value, Context context) throws IOException, InterruptedException {
                ${body}
            }
            """,
            """
            @Override
            protected void reduce(${k1} key, Iterable<${v1}> all, Context context) throws IOException, InterruptedException {
                Iterator<${v1}> values = all.iterator();
                ${body}
            }
            """,
            """
            private Context context;

            void emit(${k2} key, ${v2} value) throws IOException, InterruptedException {
                context.write(key, value);
            }
            """,
            """
            void count(String name, long by) {
                context.getCounter("fuzz", name).increment(by);
            }
            """,
            """
            @Override
            protected void setup(Context context) {
                this.context = context;
                ${setup}
            }
            """,
            """
            @Override
            protected void cleanup(Context context) throws IOException, InterruptedException {
                ${cleanup}
            }
            """),
    OLD(
            "public static class ${name} extends MapReduceBase implements org.apache.hadoop.mapred.Mapper<${k1}, ${v1}, ${k2}, ${v2}> {",
            "public static class ${name} extends MapReduceBase implements org.apache.hadoop.mapred.Reducer<${k1}, ${v1}, ${k2}, ${v2}> {",
            """
            @Override
            public void map(${k1} key, ${v1} value, OutputCollector<${k2}, ${v2}> out, Reporter reporter) throws IOException {
                this.out = out;
                this.reporter = reporter;
                ${body}
            }
            """,
            """
            @Override
            public void reduce(${k1} key, Iterator<${v1}> values, OutputCollector<${k2}, ${v2}> out, Reporter reporter) throws IOException {
                this.out = out;
                this.reporter = reporter;
                ${body}
            }
            """,
            """
            private OutputCollector<${k2}, ${v2}> out;
            private Reporter reporter;

            void emit(${k2} key, ${v2} value) throws IOException {
                out.collect(key, value);
            }
            """,
            """
            void count(String name, long by) {
                reporter.incrCounter("fuzz", name, by);
            }
            """,
            """
            @Override
            public void configure(JobConf conf) {
                ${setup}
            }
            """,
            """
            @Override
            public void close() throws IOException {
                if (out != null) {
                    ${cleanup}
                }
            }
            """);

    /** Texts that pieces of code use, with their names. */
    private static final String[][] SCRATCH = {
        {"\\bt\\b", "private final Text t = new Text();\n"},
        {"\\bu\\b", "private final Text u = new Text();\n"}
    };

    private final String mapper;
    private final String reducer;
    private final String map;
    private final String reduce;
    private final String emit;
    private final String count;
    private final String setup;
    private final String cleanup;

    Api(
            String mapper,
            String reducer,
            String map,
            String reduce,
            String emit,
            String count,
            String setup,
            String cleanup) {
        this.mapper = mapper;
        this.reducer = reducer;
        this.map = map;
        this.reduce = reduce;
        this.emit = emit;
        this.count = count;
        this.setup = setup;
        this.cleanup = cleanup;
    }

    /** The types of input or output records. */
    record Records(Kind key, Kind value) {}

    String mapper(String name, Records in, Records out, Body body) {
        return write(mapper, map, name, in, out, body);
    }

    String reducer(String name, Records in, Records out, Body body) {
        return write(reducer, reduce, name, in, out, body);
    }

    /** The exceptions of a method that emits. */
    String thrown() {
        return this == NEW ? "IOException, InterruptedException" : "IOException";
    }

    private String write(
            String head, String call, String name, Records in, Records out, Body body) {
        String all = body.main() + body.methods() + body.cleanup() + body.setup();
        StringBuilder members = new StringBuilder(body.fields());
        for (String[] each : SCRATCH) {
            members.append(uses(all, each[0]) ? each[1] : "");
        }
        members.append(emit).append(uses(all, "\\bcount\\(\"") ? count : "");
        members.append(this == NEW || !body.setup().isEmpty() ? setup : "");
        members.append(call).append(body.cleanup().isEmpty() ? "" : cleanup).append(body.methods());
        return Code.fill(
                head + "\n" + Code.indent(members.toString(), 4) + "}\n",
                "setup",
                body(body.setup(), 8),
                "body",
                body(body.main(), 8),
                "cleanup",
                body(body.cleanup(), this == NEW ? 8 : 12),
                "conf",
                this == NEW ? "context.getConfiguration()" : "conf",
                "name",
                name,
                "k1",
                in.key().name(),
                "v1",
                in.value().name(),
                "k2",
                out.key().name(),
                "v2",
                out.value().name());
    }

    /** Statements with an additional left margin. */
    private static String body(String code, int margin) {
        return Code.indent(code, margin).strip();
    }

    private static boolean uses(String code, String pattern) {
        return Pattern.compile(pattern).matcher(code).find();
    }
}
