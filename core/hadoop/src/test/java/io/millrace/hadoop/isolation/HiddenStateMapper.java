package io.millrace.hadoop.isolation;

import java.io.IOException;
import java.util.SimpleTimeZone;
import java.util.TimeZone;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Sets the default time zone by reflection, where no guard can be, gives another mapper time to do
 * the same, and writes whether it finds its own.
 */
public final class HiddenStateMapper extends Mapper<LongWritable, Text, Text, Text> {

    /** Where mappers of any class loader find the latch; not in another process. */
    static final String LATCH = "hidden.state.latch";

    private static final long PATIENCE_MILLIS = 300;

    private String mine = "";

    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
        int number = context.getTaskAttemptID().getTaskID().getId();
        boolean clients = !TimeZone.getDefault().getID().startsWith("task");
        mine = clients ? "task" + number : "not the client's";
        try {
            TimeZone.class
                    .getMethod("setDefault", TimeZone.class)
                    .invoke(null, new SimpleTimeZone(number, mine));
        } catch (ReflectiveOperationException e) {
            throw new IOException("The time zone cannot be set", e);
        }
        CountDownLatch latch = (CountDownLatch) System.getProperties().get(LATCH);
        if (latch == null) {
            Thread.sleep(PATIENCE_MILLIS);
            return;
        }
        latch.countDown();
        latch.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    protected void map(LongWritable key, Text value, Context context)
            throws IOException, InterruptedException {
        boolean right = mine.startsWith("task") && mine.equals(TimeZone.getDefault().getID());
        context.write(new Text(right ? "right" : "another's"), value);
    }
}
