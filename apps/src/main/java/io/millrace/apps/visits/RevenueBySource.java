package io.millrace.apps.visits;

import io.millrace.apps.job.SingleJob;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.util.ToolRunner;

/** {@code SELECT sourceIP, SUM(adRevenue) FROM UserVisits GROUP BY sourceIP}. */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it, in both
public final class RevenueBySource extends SingleJob {

    public RevenueBySource() {
        super("aggregation");
    }

    private static final char SEPARATOR = '|';

    /** (sourceIP, adRevenue). */
    public static final class Revenues extends Mapper<LongWritable, Text, Text, DoubleWritable> {

        private final Text source = new Text();
        private final DoubleWritable revenue = new DoubleWritable();

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            String visit = line.toString();
            int sourceEnd = visit.indexOf(SEPARATOR);
            int pageEnd = visit.indexOf(SEPARATOR, sourceEnd + 1);
            int dateEnd = visit.indexOf(SEPARATOR, pageEnd + 1);
            int revenueEnd = visit.indexOf(SEPARATOR, dateEnd + 1);
            source.set(visit.substring(0, sourceEnd));
            revenue.set(Double.parseDouble(visit.substring(dateEnd + 1, revenueEnd)));
            context.write(source, revenue);
        }
    }

    /** (sourceIP, sum); combiner and reducer. */
    public static final class Sum extends Reducer<Text, DoubleWritable, Text, DoubleWritable> {

        private final DoubleWritable sum = new DoubleWritable();

        @Override
        protected void reduce(Text source, Iterable<DoubleWritable> revenues, Context context)
                throws IOException, InterruptedException {
            double total = 0;
            for (DoubleWritable revenue : revenues) {
                total += revenue.get();
            }
            sum.set(total);
            context.write(source, sum);
        }
    }

    @Override
    public Job firstJob(Configuration conf, Path input, Path output) throws IOException {
        Job job = newJob(conf, input, output);
        job.setMapperClass(Revenues.class);
        job.setCombinerClass(Sum.class);
        job.setReducerClass(Sum.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(DoubleWritable.class);
        return job;
    }

    public static void main(String[] arguments) throws Exception {
        System.exit(ToolRunner.run(new RevenueBySource(), arguments));
    }
}
