package io.millrace.apps.pavlo;

import io.millrace.apps.job.SingleJob;
import io.millrace.records.text.DelimitedRecord;
import io.millrace.records.text.TextSlice;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;

/** Sums adRevenue of UserVisits by the first characters of sourceIP. */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it, in both
abstract class RevenueSum extends SingleJob {

    private static final String CHARACTERS = "pavlo.source.characters";
    private static final char SEPARATOR = '|';

    private final int characters;

    /** A program that groups by at most so many characters. */
    RevenueSum(String name, int characters) {
        super(name);
        this.characters = characters;
    }

    /** (sourceIP, adRevenue) of lines. */
    public static final class Revenues extends Mapper<LongWritable, Text, Text, DoubleWritable> {

        private final Text source = new Text();
        private final DoubleWritable revenue = new DoubleWritable();
        private int characters;

        @Override
        protected void setup(Context context) {
            characters = characters(context.getConfiguration());
        }

        @Override
        protected void map(LongWritable position, Text line, Context context)
                throws IOException, InterruptedException {
            String visit = line.toString();
            int sourceEnd = visit.indexOf(SEPARATOR);
            int pageEnd = visit.indexOf(SEPARATOR, sourceEnd + 1);
            int dateEnd = visit.indexOf(SEPARATOR, pageEnd + 1);
            int revenueEnd = visit.indexOf(SEPARATOR, dateEnd + 1);
            source.set(visit.substring(0, Math.min(sourceEnd, characters)));
            revenue.set(Double.parseDouble(visit.substring(dateEnd + 1, revenueEnd)));
            context.write(source, revenue);
        }
    }

    /** (sourceIP, adRevenue) of records. */
    public static final class Records
            extends Mapper<LongWritable, DelimitedRecord, Text, DoubleWritable> {

        private final Text source = new Text();
        private final DoubleWritable revenue = new DoubleWritable();
        private int characters;

        @Override
        protected void setup(Context context) {
            characters = characters(context.getConfiguration());
        }

        @Override
        protected void map(LongWritable position, DelimitedRecord visit, Context context)
                throws IOException, InterruptedException {
            TextSlice address = visit.getText(Tables.SOURCE_IP);
            source.set(address.bytes(), address.offset(), Math.min(address.length(), characters));
            revenue.set(visit.getDouble(Tables.AD_REVENUE));
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

    private static int characters(Configuration conf) {
        return conf.getInt(CHARACTERS, Integer.MAX_VALUE);
    }

    @Override
    public final Job firstJob(Configuration conf, Path input, Path output) throws IOException {
        Job job = newJob(conf, input, output);
        job.getConfiguration().setInt(CHARACTERS, characters);
        Reading reading = Reading.of(conf);
        if (reading == Reading.SPLIT) {
            job.setMapperClass(Revenues.class);
        } else {
            job.setMapperClass(Records.class);
            reading.read(job, Tables.USER_VISITS);
        }
        job.setCombinerClass(Sum.class);
        job.setReducerClass(Sum.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(DoubleWritable.class);
        return job;
    }
}
