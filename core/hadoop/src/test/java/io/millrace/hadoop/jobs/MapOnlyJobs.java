package io.millrace.hadoop.jobs;

import io.millrace.hadoop.testing.JobCase;
import java.io.IOException;
import java.util.Locale;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapReduceBase;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.jspecify.annotations.Nullable;

/**
 * Jobs without reducers: what a mapper writes is the output, in the order in which it was written.
 */
public final class MapOnlyJobs {
    private MapOnlyJobs() {}

    public static JobCase newApi() {
        return JobCase.of(
                "map-only",
                Corpora.zipf(4, 500, 500),
                run -> {
                    Job job = run.newJob("map only");
                    job.setMapperClass(Upper.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(LongWritable.class);
                    job.setNumReduceTasks(0);
                    run.finish(job);
                });
    }

    public static JobCase oldApi() {
        return JobCase.of(
                "map-only-old",
                Corpora.zipf(4, 500, 500),
                run -> {
                    JobConf job = run.oldJob("old map only");
                    job.setMapperClass(OldUpper.class);
                    job.setOutputKeyClass(Text.class);
                    job.setOutputValueClass(LongWritable.class);
                    job.setNumReduceTasks(0);
                    run.finish(job);
                });
    }

    /**
     * Each line in upper case, with its position; twice if it is long; a last record at the end.
     */
    public static final class Upper extends Mapper<LongWritable, Text, Text, LongWritable> {
        private static final int LONG = 40;
        private long lines;

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            lines++;
            Text upper = new Text(line.toString().toUpperCase(Locale.ROOT));
            context.write(upper, position);
            if (line.getLength() > LONG) {
                context.write(upper, position);
            }
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            context.write(new Text("lines"), new LongWritable(lines));
        }
    }

    /** The same for the old API; the last record comes from {@code close}. */
    public static final class OldUpper extends MapReduceBase
            implements org.apache.hadoop.mapred.Mapper<LongWritable, Text, Text, LongWritable> {
        private @Nullable OutputCollector<Text, LongWritable> kept;

        @Override
        public void map(
                LongWritable position,
                Text line,
                OutputCollector<Text, LongWritable> out,
                Reporter reporter)
                throws IOException {
            kept = out;
            out.collect(new Text(line.toString().toUpperCase(Locale.ROOT)), position);
        }

        @Override
        public void close() throws IOException {
            if (kept != null) {
                kept.collect(new Text("closed"), new LongWritable(-1));
            }
        }
    }
}
