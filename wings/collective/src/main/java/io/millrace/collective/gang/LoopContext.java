package io.millrace.collective.gang;

import java.io.IOException;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.MapContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.StatusReporter;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;

/**
 * The context of one run of a loop's mapper. Records bypass Hadoop's contexts, which handle all
 * other calls. A plain field counts them and is added to the counter at the end of the input; tasks
 * of plain jobs do that at intervals. Used by the mapper's thread.
 */
final class LoopContext extends WrappedMapper<Object, Object, Object, Object>.Context {

    /** Records between two looks at the thread's interrupt. */
    private static final int LOOK = 1024;

    private final RecordReader<Object, Object> reader;
    private final RecordWriter<Object, Object> writer;
    private final StatusReporter reporter;
    private final Counter read;
    private long untold;

    LoopContext(
            MapContext<Object, Object, Object, Object> rest,
            RecordReader<Object, Object> reader,
            RecordWriter<Object, Object> writer,
            StatusReporter reporter) {
        new WrappedMapper<Object, Object, Object, Object>().super(rest);
        this.reader = reader;
        this.writer = writer;
        this.reporter = reporter;
        this.read = reporter.getCounter(TaskCounter.MAP_INPUT_RECORDS);
    }

    @Override
    public boolean nextKeyValue() throws IOException, InterruptedException {
        boolean more = reader.nextKeyValue();
        if (more) {
            untold++;
            reporter.progress();
        } else {
            count();
        }
        if (!more || untold % LOOK == 0) {
            checkInterrupt();
        }
        return more;
    }

    /** An attempt that is to end is interrupted, and a worker that is alone waits for nobody. */
    private static void checkInterrupt() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("the attempt is to end");
        }
    }

    /** Updates the counter; called at the end, because a mapper need not read all records. */
    void count() {
        read.increment(untold);
        untold = 0;
    }

    @Override
    public Object getCurrentKey() throws IOException, InterruptedException {
        return reader.getCurrentKey();
    }

    @Override
    public Object getCurrentValue() throws IOException, InterruptedException {
        return reader.getCurrentValue();
    }

    @Override
    public void write(Object key, Object value) throws IOException, InterruptedException {
        writer.write(key, value);
    }
}
