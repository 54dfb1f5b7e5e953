package io.millrace.apps.pavlo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.millrace.apps.job.SingleJob;
import io.millrace.records.text.DelimitedRecord;
import io.millrace.records.text.TextSlice;
import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.util.ToolRunner;

/** {@code SELECT * FROM Data WHERE field LIKE '%XYZ%'}. */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it, in both
public final class RecordGrep extends SingleJob {

    /** The text that is looked for. */
    public static final String PATTERN = "recordgrep.pattern";

    /** The generated records have it once in 10,000. */
    private static final String DEFAULT_PATTERN = "XYZ";

    public RecordGrep() {
        super("recordgrep");
    }

    /** (key, field) of lines. */
    public static final class Lines extends Mapper<LongWritable, Text, Text, Text> {

        private String pattern = "";

        @Override
        protected void setup(Context context) {
            pattern = pattern(context.getConfiguration());
        }

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            String[] fields = line.toString().split("\\|", -1);
            if (fields[1].contains(pattern)) {
                context.write(new Text(fields[0]), new Text(fields[1]));
            }
        }
    }

    /** (key, field) of records. */
    public static final class Records extends Mapper<LongWritable, DelimitedRecord, Text, Text> {

        private final Text key = new Text();
        private final Text field = new Text();
        private byte[] pattern = {};

        @Override
        protected void setup(Context context) {
            pattern = pattern(context.getConfiguration()).getBytes(UTF_8);
        }

        @Override
        protected void map(LongWritable position, DelimitedRecord data, Context context)
                throws IOException, InterruptedException {
            TextSlice text = data.getText(1);
            if (contains(text)) {
                field.set(text.bytes(), text.offset(), text.length());
                TextSlice name = data.getText(0);
                key.set(name.bytes(), name.offset(), name.length());
                context.write(key, field);
            }
        }

        private boolean contains(TextSlice text) {
            byte[] bytes = text.bytes();
            int last = text.offset() + text.length() - pattern.length;
            for (int i = text.offset(); i <= last; i++) {
                if (bytes[i] == pattern[0]
                        && Arrays.equals(
                                bytes, i, i + pattern.length, pattern, 0, pattern.length)) {
                    return true;
                }
            }
            return false;
        }
    }

    private static String pattern(Configuration conf) {
        String pattern = conf.get(PATTERN, DEFAULT_PATTERN);
        if (pattern.isEmpty()) {
            throw new IllegalArgumentException(
                    PATTERN + " is empty; set the text that records are to contain");
        }
        return pattern;
    }

    @Override
    public Job firstJob(Configuration conf, Path input, Path output) throws IOException {
        pattern(conf); // a mistake fails the submission
        Job job = newJob(conf, input, output);
        Reading reading = Reading.of(conf);
        if (reading == Reading.SPLIT) {
            job.setMapperClass(Lines.class);
        } else {
            job.setMapperClass(Records.class);
            reading.read(job, Tables.RECORDS);
        }
        job.setNumReduceTasks(0);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        return job;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new RecordGrep(), arguments));
    }
}
