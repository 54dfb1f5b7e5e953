package io.millrace.hadoop.task;

import io.millrace.formats.meter.ThreadStatistics;
import io.millrace.formats.registry.FileWriters;
import io.millrace.hadoop.plan.TaskPlan;
import io.millrace.hadoop.watch.QuickPath;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapred.FileOutputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.OutputFormat;
import org.apache.hadoop.mapred.RecordWriter;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.TaskCounter;

/**
 * An old-API record writer with counters. Writes are locked, because runners may emit from several
 * threads.
 */
final class OldMeteredWriter
        implements RecordWriter<Object, Object>, OutputCollector<Object, Object> {

    private final OwnerLock lock = new OwnerLock();
    private final RecordWriter<Object, Object> writer;
    private final OutputMeter meter;

    private OldMeteredWriter(RecordWriter<Object, Object> writer, OutputMeter meter) {
        this.writer = writer;
        this.meter = meter;
    }

    /** Opens the writer of the job's output format, for the part file of this attempt's task. */
    @SuppressWarnings({"rawtypes", "unchecked"}) // the classes of a job are known at run time only
    static OldMeteredWriter open(AttemptFrame frame, TaskCounter recordCounter) throws IOException {
        JobConf conf = frame.conf();
        OutputFormat format = conf.getOutputFormat();
        ThreadStatistics statistics =
                format instanceof FileOutputFormat
                        ? ThreadStatistics.of(FileOutputFormat.getOutputPath(conf), conf)
                        : ThreadStatistics.none();
        OutputMeter meter = new OutputMeter(frame, recordCounter, statistics);
        String name = "part-%05d".formatted(frame.id().getTaskID().getId());
        meter.before();
        TaskPlan plan = frame.plan();
        FileWriters quick = plan.output().writers(format.getClass());
        frame.status().pathTaken(QuickPath.WRITER, quick != null);
        if (quick != null) {
            meter.metersItself();
            return new OldMeteredWriter(
                    quick.open(conf, name, frame.reporter(), plan.formats(), meter), meter);
        }
        RecordWriter<Object, Object> writer =
                format.getRecordWriter(FileSystem.get(conf), conf, name, frame.reporter());
        meter.after();
        return new OldMeteredWriter(writer, meter);
    }

    @Override
    public void write(Object key, Object value) throws IOException {
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
    public void collect(Object key, Object value) throws IOException {
        write(key, value);
    }

    @Override
    public void close(Reporter reporter) throws IOException {
        lock.enter();
        try {
            meter.beforeClose();
            writer.close(reporter);
            meter.after();
        } finally {
            meter.flush();
            lock.exit();
        }
    }
}
