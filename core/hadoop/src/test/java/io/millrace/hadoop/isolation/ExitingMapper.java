package io.millrace.hadoop.isolation;

import java.util.function.IntConsumer;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.util.ExitUtil;

/** Ends its process, in the way that it is told to; its second attempt does not. */
public final class ExitingMapper extends Mapper<LongWritable, Text, LongWritable, Text> {

    static final String HOW = "test.how";

    /** Ways to end a process. */
    public enum How {
        SYSTEM,
        RUNTIME,
        HALT,
        REFERENCE,
        HADOOP,
        CAUGHT,
        OWN_THREAD
    }

    @Override
    protected void setup(Context context) throws InterruptedException {
        if (context.getTaskAttemptID().getId() > 0) {
            return;
        }
        switch (context.getConfiguration().getEnum(HOW, How.SYSTEM)) {
            case SYSTEM -> System.exit(5);
            case RUNTIME -> Runtime.getRuntime().exit(5);
            case HALT -> Runtime.getRuntime().halt(5);
            case REFERENCE -> {
                IntConsumer exit = System::exit;
                exit.accept(5);
            }
            case HADOOP -> ExitUtil.terminate(5, "enough");
            case CAUGHT -> {
                try {
                    System.exit(5);
                } catch (Throwable e) {
                    context.setStatus("still there");
                }
            }
            case OWN_THREAD -> {
                Thread thread = new Thread(() -> System.exit(5));
                thread.setUncaughtExceptionHandler((ended, error) -> {});
                thread.start();
                thread.join();
            }
        }
    }
}
