package io.millrace.apps.pavlo;

import java.io.IOException;
import java.util.Iterator;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/** The second and the third of the three jobs: totals of sources, and the greatest of them. */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it, in both
final class SourceTotals {

    private static final char SEPARATOR = '\t';

    private SourceTotals() {}

    /** (sourceIP, pageRank and adRevenue) of lines. */
    public static final class Joined extends Mapper<LongWritable, Text, Text, Text> {
        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            String visit = line.toString();
            int tab = visit.indexOf(SEPARATOR);
            context.write(new Text(visit.substring(0, tab)), new Text(visit.substring(tab + 1)));
        }
    }

    /** (sourceIP, revenue and average rank). */
    public static final class Sum extends Reducer<Text, Text, Text, Text> {

        private final SourceTotal total = new SourceTotal();

        @Override
        protected void reduce(Text source, Iterable<Text> visits, Context context)
                throws IOException, InterruptedException {
            total.clear();
            visits.forEach(total::add);
            context.write(source, new Text(total.revenue() + "\t" + total.averageRank()));
        }
    }

    /** (revenue, negated so that the greatest is first; the line). */
    public static final class ByRevenue extends Mapper<LongWritable, Text, DoubleWritable, Text> {
        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            String revenue = line.toString().split("\t", -1)[1];
            context.write(new DoubleWritable(-Double.parseDouble(revenue)), line);
        }
    }

    /** The first line; of several with the same revenue, the first one by its text. */
    public static final class First extends Reducer<DoubleWritable, Text, Text, Text> {

        private boolean written;

        @Override
        protected void reduce(DoubleWritable revenue, Iterable<Text> lines, Context context)
                throws IOException, InterruptedException {
            if (written) {
                return;
            }
            Iterator<Text> all = lines.iterator();
            String first = all.next().toString();
            while (all.hasNext()) {
                String other = all.next().toString();
                first = other.compareTo(first) < 0 ? other : first;
            }
            int tab = first.indexOf(SEPARATOR);
            context.write(new Text(first.substring(0, tab)), new Text(first.substring(tab + 1)));
            written = true;
        }
    }

    /** Makes it the job that adds up the visits of each source. */
    static void configureSum(Job job) {
        job.setMapperClass(Joined.class);
        job.setReducerClass(Sum.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
    }

    /** Makes it the job that sorts the totals. */
    static void configureSort(Job job) {
        job.setMapperClass(ByRevenue.class);
        job.setReducerClass(First.class);
        job.setNumReduceTasks(1);
        job.setMapOutputKeyClass(DoubleWritable.class);
        job.setMapOutputValueClass(Text.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
    }
}
