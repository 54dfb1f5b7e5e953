package io.millrace.hadoop.many;

import io.millrace.hadoop.jobs.SyntheticInput;
import io.millrace.hadoop.testing.JobRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;

/** Jobs whose map tasks leave a mark and wait until a file is there. */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it
final class Gated {

    private static final String GATE = "test.gate";
    private static final String MARKS = "test.marks";
    private static final long PAUSE_NANOS = 1_000_000;

    private Gated() {}

    /** A map-only job of this many tasks, which leave files in {@code marks}. */
    static Job newJob(JobRun run, String name, int maps, Path gate, Path marks) throws Exception {
        Job job = run.newJob(name);
        SyntheticInput.set(job.getConfiguration(), maps, 1);
        job.setInputFormatClass(SyntheticInput.class);
        job.setMapperClass(Waits.class);
        job.setNumReduceTasks(0);
        job.getConfiguration().set(GATE, gate.toString());
        job.getConfiguration().set(MARKS, marks.toString());
        return job;
    }

    /** Marks its start, and goes on once the gate is open. */
    public static final class Waits
            extends Mapper<IntWritable, LongWritable, IntWritable, LongWritable> {
        @Override
        protected void map(IntWritable split, LongWritable number, Context context)
                throws IOException, InterruptedException {
            Path marks = Path.of(context.getConfiguration().get(MARKS));
            Files.createFile(marks.resolve(context.getTaskAttemptID().toString()));
            Path gate = Path.of(context.getConfiguration().get(GATE));
            while (!Files.exists(gate)) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("killed at the gate");
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }
}
