package io.millrace.hadoop.isolation;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/** Mappers of two jobs that a test stops at certain points. */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it
public final class PathTurnMappers {

    /** Where mappers of any class loader find the queue for the names of started attempts. */
    static final String STARTED = "path.turn.started";

    /** Where they find the semaphore that lets each attempt on the path continue. */
    static final String WORK = "path.turn.work";

    /** Where they find the latch that the attempt waits for which has changed state. */
    static final String CHANGED = "path.turn.changed";

    static final String KEY = "path.turn.property";

    private PathTurnMappers() {}

    /** Says that it has started, and waits until it may continue. */
    public static final class Waiting extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        @SuppressWarnings("unchecked") // the test has put it there
        protected void setup(Context context) throws IOException, InterruptedException {
            ((BlockingQueue<String>) System.getProperties().get(STARTED))
                    .add(context.getTaskAttemptID().toString());
            ((Semaphore) System.getProperties().get(WORK)).acquire();
        }
    }

    /** Changes state of the process, and waits. */
    public static final class Changing extends Mapper<LongWritable, Text, LongWritable, Text> {
        @Override
        protected void setup(Context context) throws IOException, InterruptedException {
            System.setProperty(KEY, "own");
            ((CountDownLatch) System.getProperties().get(CHANGED)).await();
        }
    }
}
