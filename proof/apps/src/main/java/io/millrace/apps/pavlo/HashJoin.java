package io.millrace.apps.pavlo;

import io.millrace.records.predicate.Comparison;
import io.millrace.records.predicate.RangePredicate;
import io.millrace.records.text.DelimitedRecord;
import io.millrace.records.text.TextSlice;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * The join as one job: each map task loads the visits of the days into a table in memory, by their
 * index, and looks up its rankings in it.
 */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it, in both
final class HashJoin {

    /** The key with the paged files of the visits. */
    static final String VISITS = "join.visits";

    private HashJoin() {}

    private record Visit(Text source, String revenue) {}

    /** (sourceIP, pageRank and adRevenue) of rankings whose page was visited. */
    public static final class Rankings extends Mapper<LongWritable, DelimitedRecord, Text, Text> {

        private final Map<Text, List<Visit>> visits = new HashMap<>();
        private final Text page = new Text();
        private final Text joined = new Text();

        @Override
        protected void setup(Context context) throws IOException, InterruptedException {
            Job job = visitsJob(context.getConfiguration());
            TaskAttemptContext attempt =
                    new TaskAttemptContextImpl(job.getConfiguration(), context.getTaskAttemptID());
            InputFormat<LongWritable, DelimitedRecord> format = format(job);
            for (InputSplit split : format.getSplits(job)) {
                try (RecordReader<LongWritable, DelimitedRecord> reader =
                        format.createRecordReader(split, attempt)) {
                    reader.initialize(split, attempt);
                    while (reader.nextKeyValue()) {
                        add(reader.getCurrentValue());
                    }
                }
            }
        }

        private static Job visitsJob(Configuration conf) throws IOException {
            Job job = Job.getInstance(conf);
            Reading.PAGED.read(job, Tables.USER_VISITS, within(VisitDates.of(conf)));
            FileInputFormat.setInputPaths(job, new Path(conf.get(VISITS)));
            return job;
        }

        private static RangePredicate within(VisitDates dates) {
            return RangePredicate.of("visitDate", Comparison.AT_LEAST, dates.first())
                    .and(RangePredicate.of("visitDate", Comparison.AT_MOST, dates.last()));
        }

        @SuppressWarnings("unchecked") // all that Reading sets have these types
        private static InputFormat<LongWritable, DelimitedRecord> format(Job job)
                throws IOException {
            try {
                return (InputFormat<LongWritable, DelimitedRecord>)
                        ReflectionUtils.newInstance(
                                job.getInputFormatClass(), job.getConfiguration());
            } catch (ClassNotFoundException e) {
                throw new IOException("the job has no " + e.getMessage() + " on its class path", e);
            }
        }

        private void add(DelimitedRecord visit) {
            visits.computeIfAbsent(copy(visit.getText(Tables.DEST_URL)), page -> new ArrayList<>())
                    .add(
                            new Visit(
                                    copy(visit.getText(Tables.SOURCE_IP)),
                                    visit.getText(Tables.AD_REVENUE).toString()));
        }

        private static Text copy(TextSlice slice) {
            Text text = new Text();
            text.set(slice.bytes(), slice.offset(), slice.length());
            return text;
        }

        @Override
        protected void map(LongWritable position, DelimitedRecord ranking, Context context)
                throws IOException, InterruptedException {
            TextSlice url = ranking.getText(Tables.PAGE_URL);
            page.set(url.bytes(), url.offset(), url.length());
            List<Visit> found = visits.get(page);
            if (found != null) {
                String rank = ranking.getText(Tables.PAGE_RANK).toString();
                for (Visit visit : found) {
                    joined.set(SourceTotal.visit(rank, visit.revenue()));
                    context.write(visit.source(), joined);
                }
            }
        }
    }

    /** Adds up the visits of each source, and writes the one with the greatest revenue. */
    public static final class Top extends Reducer<Text, Text, Text, Text> {

        private final SourceTotal total = new SourceTotal();
        private final TopSource top = new TopSource();

        @Override
        protected void reduce(Text source, Iterable<Text> joined, Context context) {
            total.clear();
            joined.forEach(total::add);
            top.offer(source, total);
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            top.write(context);
        }
    }

    /** Makes it the job, which reads rankings. */
    static void configure(Job job) {
        Reading.DECODED.read(job, Tables.RANKINGS);
        job.setMapperClass(Rankings.class);
        job.setReducerClass(Top.class);
        job.setNumReduceTasks(1);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
    }
}
