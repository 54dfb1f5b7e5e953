package io.millrace.apps.pavlo;

import io.millrace.apps.job.SingleJob;
import io.millrace.records.predicate.Comparison;
import io.millrace.records.predicate.RangePredicate;
import io.millrace.records.text.DelimitedRecord;
import io.millrace.records.text.TextSlice;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.util.ToolRunner;

/** {@code SELECT pageURL, pageRank FROM Rankings WHERE pageRank > X}. */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it, in both
public final class Selection extends SingleJob {

    /** The rank above which pages are selected. */
    public static final String RANK = "selection.rank";

    /** About 0.002 of the generated pages have a higher one. */
    private static final int DEFAULT_RANK = 9806;

    public Selection() {
        super("selection");
    }

    /** (pageURL, pageRank) of lines. */
    public static final class Lines extends Mapper<LongWritable, Text, Text, IntWritable> {

        private int most;

        @Override
        protected void setup(Context context) {
            most = rank(context.getConfiguration());
        }

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            String[] fields = line.toString().split("\\|", -1);
            int rank = Integer.parseInt(fields[1]);
            if (rank > most) {
                context.write(new Text(fields[0]), new IntWritable(rank));
            }
        }
    }

    /** (pageURL, pageRank) of records, which the reader selects. */
    public static final class Records
            extends Mapper<LongWritable, DelimitedRecord, Text, IntWritable> {

        private final Text page = new Text();
        private final IntWritable rank = new IntWritable();

        @Override
        protected void map(LongWritable position, DelimitedRecord ranking, Context context)
                throws IOException, InterruptedException {
            TextSlice url = ranking.getText(Tables.PAGE_URL);
            page.set(url.bytes(), url.offset(), url.length());
            rank.set(ranking.getInt(Tables.PAGE_RANK));
            context.write(page, rank);
        }
    }

    private static int rank(Configuration conf) {
        return conf.getInt(RANK, DEFAULT_RANK);
    }

    @Override
    public Job firstJob(Configuration conf, Path input, Path output) throws IOException {
        Job job = newJob(conf, input, output);
        Reading reading = Reading.of(conf);
        if (reading == Reading.SPLIT) {
            job.setMapperClass(Lines.class);
        } else {
            job.setMapperClass(Records.class);
            reading.read(
                    job,
                    Tables.RANKINGS,
                    RangePredicate.of(
                            "pageRank", Comparison.GREATER, Integer.toString(rank(conf))));
        }
        job.setNumReduceTasks(0);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(IntWritable.class);
        return job;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new Selection(), arguments));
    }
}
