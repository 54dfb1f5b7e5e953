package io.millrace.fuzz.program;

/** Code of tasks that write additional files. */
final class SideFiles {

    private static final String NEW =
            """
            Path side = new Path(FileOutputFormat.getWorkOutputPath(context), "_${name}-" + context.getTaskAttemptID().getTaskID().getId());
            try (FSDataOutputStream file = side.getFileSystem(context.getConfiguration()).create(side)) {
                file.writeLong(calls);
            }
            """;

    private static final String OLD =
            """
            Path side = new Path(org.apache.hadoop.mapred.FileOutputFormat.getWorkOutputPath(kept), "_${name}-" + kept.get("mapreduce.task.partition"));
            try (FSDataOutputStream file = side.getFileSystem(kept).create(side)) {
                file.writeLong(calls);
            }
            """;

    private SideFiles() {}

    /** Sometimes writes a file in the task's work directory. */
    static void write(Sketch sketch, Api api, Body body, String name) {
        if (!sketch.choices().oneIn(16)) {
            return;
        }
        sketch.note(Trait.IMPURE);
        body.field("private long calls;");
        body.main("calls++;");
        if (api == Api.OLD) {
            body.field("private JobConf kept;");
            body.setup("kept = conf;");
        }
        body.cleanup(Code.fill(api == Api.NEW ? NEW : OLD, "name", name));
    }

    /** Uses {@code MultipleOutputs}, whose name the driver must declare. */
    static void addTo(Body body) {
        body.field("private MultipleOutputs<?, ?> more;");
        body.setup("more = new MultipleOutputs<>(context);");
        body.main("more.write(\"extra\", new Text(s), new LongWritable(n));");
        body.cleanup("more.close();");
    }
}
