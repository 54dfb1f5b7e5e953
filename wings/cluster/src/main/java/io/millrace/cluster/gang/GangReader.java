package io.millrace.cluster.gang;

import io.millrace.files.namespace.Namespaces;
import io.millrace.files.process.MillraceProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.jspecify.annotations.Nullable;

/**
 * Runs a worker while its map task reads: it has one record for each short time that the worker
 * lives, so that Hadoop sees that the task is alive, and its progress. Used by the task's thread.
 */
final class GangReader extends RecordReader<NullWritable, NullWritable> {

    private static final Duration TICK = Duration.ofMillis(250);

    private @Nullable TaskInputOutputContext<?, ?, ?, ?> context;
    private @Nullable GangWorker worker;

    /** Null unless this task is the first one. */
    private @Nullable GangDriver driver;

    private boolean over;

    @Override
    public void initialize(InputSplit split, TaskAttemptContext attempt)
            throws IOException, InterruptedException {
        Namespaces.of(MillraceProcess.current()).outOfReach();
        JobConf task = new JobConf(attempt.getConfiguration());
        GangTerms terms = GangTerms.of(Container.submitted(task), attempt.getJobID());
        int rank = ((GangSplit) split).rank();
        context = (TaskInputOutputContext<?, ?, ?, ?>) attempt;
        if (rank == 0) {
            driver = GangDriver.start(terms, attempt.getTaskAttemptID().getId());
        }
        worker = GangWorker.start(terms, rank, attempt.getTaskAttemptID());
    }

    @Override
    public boolean nextKeyValue() throws IOException, InterruptedException {
        TaskInputOutputContext<?, ?, ?, ?> task = Objects.requireNonNull(context);
        boolean ended = Objects.requireNonNull(worker).awaitEnd(TICK);
        GangDriver drives = driver;
        if (drives == null) {
            over = ended;
            task.getCounter(TaskCounter.MAP_INPUT_RECORDS).setValue(0); // it counted the ticks
        } else {
            over = drives.hasEnded() && ended;
            drives.tell(task);
        }
        return !over;
    }

    @Override
    public NullWritable getCurrentKey() {
        return NullWritable.get();
    }

    @Override
    public NullWritable getCurrentValue() {
        return NullWritable.get();
    }

    @Override
    public float getProgress() {
        return over ? 1 : worker == null ? 0 : worker.progress();
    }

    @Override
    public void close() {
        if (driver != null) {
            driver.close();
        }
    }
}
