package io.millrace.hadoop.task;

import io.millrace.formats.meter.ThreadStatistics;
import io.millrace.formats.registry.FileWriters;
import io.millrace.hadoop.plan.TaskPlan;
import io.millrace.hadoop.watch.QuickPath;
import java.io.IOException;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/** A new-API record writer with counters. Any thread may write, one at a time. */
final class NewMeteredWriter extends RecordWriter<Object, Object> {

    private final OwnerLock lock = new OwnerLock();
    private final RecordWriter<Object, Object> writer;
    private final OutputMeter meter;

    private NewMeteredWriter(RecordWriter<Object, Object> writer, OutputMeter meter) {
        this.writer = writer;
        this.meter = meter;
    }

    /** Opens the writer of the attempt's output format. */
    static NewMeteredWriter open(
            AttemptFrame frame,
            OutputFormat<Object, Object> format,
            TaskAttemptContext context,
            TaskCounter recordCounter)
            throws IOException, InterruptedException {
        ThreadStatistics statistics =
                format instanceof FileOutputFormat
                        ? ThreadStatistics.of(FileOutputFormat.getOutputPath(context), frame.conf())
                        : ThreadStatistics.none();
        OutputMeter meter = new OutputMeter(frame, recordCounter, statistics);
        meter.before();
        TaskPlan plan = frame.plan();
        FileWriters quick = plan.output().writers(format.getClass());
        frame.status().pathTaken(QuickPath.WRITER, quick != null);
        if (quick != null) {
            meter.metersItself();
            return new NewMeteredWriter(quick.open(format, context, plan.formats(), meter), meter);
        }
        RecordWriter<Object, Object> writer = format.getRecordWriter(context);
        meter.after();
        return new NewMeteredWriter(writer, meter);
    }

    @Override
    public void write(Object key, Object value) throws IOException, InterruptedException {
        lock.enter();
        try {
            meter.before();
            writer.write(key, value);
            meter.after();
            meter.countRecord();
        } finally {
            lock.exit();
        }
    }

    @Override
    public void close(TaskAttemptContext context) throws IOException, InterruptedException {
        lock.enter();
        try {
            meter.beforeClose();
            writer.close(context);
            meter.after();
        } finally {
            meter.flush();
            lock.exit();
        }
    }
}
