package io.millrace.hadoop.isolation;

import java.io.IOException;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;

/**
 * Keeps its file's name in a static, and writes it only after another mapper has set it too: where
 * both have the same static, one of them writes the other's name.
 */
public final class MeetingMapper extends Mapper<LongWritable, Text, Text, Text> {

    /** Where mappers of any class loader find the barrier. */
    static final String BARRIER = "millrace.test.barrier";

    private static String file = "";

    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
        file = ((FileSplit) context.getInputSplit()).getPath().getName();
        CyclicBarrier barrier = (CyclicBarrier) System.getProperties().get(BARRIER);
        try {
            barrier.await(1, TimeUnit.MINUTES);
        } catch (BrokenBarrierException | TimeoutException e) {
            throw new IOException("no other mapper came", e);
        }
    }

    @Override
    protected void map(LongWritable key, Text value, Context context)
            throws IOException, InterruptedException {
        context.write(new Text(file), value);
    }
}
