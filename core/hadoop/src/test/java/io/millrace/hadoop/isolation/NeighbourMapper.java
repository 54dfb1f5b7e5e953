package io.millrace.hadoop.isolation;

import java.io.IOException;
import java.util.Objects;
import java.util.SimpleTimeZone;
import java.util.TimeZone;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.jspecify.annotations.Nullable;

/**
 * Sets values of the process or leaves the client's, gives mappers of this job and of another time
 * to do the same, may run a job of its own, and writes whether it finds the same values again.
 */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it
public final class NeighbourMapper extends Mapper<LongWritable, Text, Text, Text> {

    /** Whether tasks set values. */
    static final String SETS = "neighbour.sets";

    /** Whether they do so once they have run a job. */
    static final String SETS_LATE = "neighbour.sets.late";

    /** The directory for the outputs of the jobs that tasks run; none if they run none. */
    public static final String BELOW = "neighbour.below";

    /** The isolation of these jobs. */
    public static final String BELOW_ISOLATION = "neighbour.below.isolation";

    static final String KEY = "neighbour.mapper";

    /** Where mappers of any class loader find the latch. */
    static final String LATCH = "neighbour.latch";

    private static final long PATIENCE_MILLIS = 300;

    private @Nullable String property;
    private String zone = "";

    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
        Configuration conf = context.getConfiguration();
        property = System.getProperty(KEY);
        zone = TimeZone.getDefault().getID();
        if (property != null || zone.contains("attempt")) {
            throw new IOException("found another's values: " + property + ", " + zone);
        }
        boolean late = conf.getBoolean(SETS_LATE, false);
        if (conf.getBoolean(SETS, false) && !late) {
            set(context.getTaskAttemptID().toString());
        }
        CountDownLatch latch = (CountDownLatch) System.getProperties().get(LATCH);
        if (latch != null) { // not in a process of its own
            latch.countDown();
            latch.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        }
        if (conf.get(BELOW) != null) {
            run(context, new Path(conf.get(BELOW)));
        }
        if (late) {
            set(context.getTaskAttemptID().toString());
        }
    }

    private void set(String own) {
        property = own;
        zone = own;
        System.setProperty(KEY, own);
        TimeZone.setDefault(new SimpleTimeZone(0, own));
    }

    private static void run(Context context, Path below) throws IOException, InterruptedException {
        Job job = Job.getInstance(context.getConfiguration());
        job.getConfiguration().unset(BELOW);
        job.getConfiguration()
                .set(
                        "millrace.task.isolation",
                        job.getConfiguration().get(BELOW_ISOLATION, "auto"));
        FileOutputFormat.setOutputPath(
                job, new Path(below, context.getTaskAttemptID().getTaskID().toString()));
        try {
            if (!job.waitForCompletion(false)) {
                throw new IOException("below: " + job.getStatus().getFailureInfo());
            }
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        }
    }

    @Override
    protected void map(LongWritable key, Text value, Context context)
            throws IOException, InterruptedException {
        boolean right =
                Objects.equals(property, System.getProperty(KEY))
                        && zone.equals(TimeZone.getDefault().getID());
        context.write(new Text(right ? "right" : "another's"), value);
    }
}
