package io.millrace.collective.gang;

import java.io.IOException;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * The mapper that Hadoop runs as a worker's task: it runs the whole loop. The first worker writes
 * the final state.
 */
public final class LoopMapper extends Mapper<Object, Object, NullWritable, BytesWritable> {

    @Override
    public void run(Context context) throws IOException, InterruptedException {
        try (LoopWorker worker = new LoopWorker(context)) {
            worker.run();
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("a worker failed: " + e, e);
        }
    }
}
