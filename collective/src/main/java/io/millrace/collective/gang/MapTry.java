package io.millrace.collective.gang;

import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.IterationConf;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;
import org.apache.hadoop.mapreduce.task.MapContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * A try at a map task of a step: set up before the data of its iteration is there, and run with it.
 * The user's mapper runs as in a task of its own, with the task's number, split and counters.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // the classes of a job are known at run time only
final class MapTry {

    private final Mapper.Context worker;
    private final SplitRecords records;
    private final IterationConf conf;
    private final TaskAttemptID id;
    private final int map;

    MapTry(JobConf step, Mapper.Context worker, SplitRecords records, int map, int number) {
        this.worker = worker;
        this.records = records;
        this.map = map;
        this.id =
                new TaskAttemptID(
                        worker.getJobID().getJtIdentifier(),
                        worker.getJobID().getId(),
                        TaskType.MAP,
                        map,
                        number);
        this.conf = new IterationConf(step);
        describe();
    }

    private void describe() {
        conf.set(MRJobConfig.TASK_ATTEMPT_ID, id.toString());
        conf.set(MRJobConfig.TASK_ID, id.getTaskID().toString());
        conf.setInt(MRJobConfig.TASK_PARTITION, map);
        conf.setBoolean(MRJobConfig.TASK_ISMAP, true);
        InputSplit split = records.split();
        if (split instanceof FileSplit file) {
            conf.set(MRJobConfig.MAP_INPUT_FILE, file.getPath().toString());
            conf.setLong(MRJobConfig.MAP_INPUT_START, file.getStart());
            conf.setLong(MRJobConfig.MAP_INPUT_PATH, file.getLength());
        }
    }

    /** Whether it can run again, as if it had just been made. */
    boolean reusable() {
        return !conf.changed();
    }

    /**
     * Runs the mapper; what it counted counts if it succeeds.
     *
     * @return how many nanoseconds the mapper ran
     */
    long run(DynamicData data, MapOutput output) throws Exception {
        conf.give(data);
        HeldReporter reporter = new HeldReporter(worker);
        TaskAttemptContext context = new TaskAttemptContextImpl(conf, id, reporter);
        Mapper mapper = ReflectionUtils.newInstance(context.getMapperClass(), conf);
        try (RecordReader reader = new Counting(records.open(conf, context), reporter)) {
            Mapper.Context mapContext =
                    new WrappedMapper()
                            .getMapContext(
                                    new MapContextImpl(
                                            conf,
                                            id,
                                            reader,
                                            new Writer(output, reporter),
                                            worker.getOutputCommitter(),
                                            reporter,
                                            records.split()));
            long start = System.nanoTime();
            mapper.run(mapContext);
            long nanos = System.nanoTime() - start;
            reporter.commit();
            return nanos;
        }
    }

    /** Counts the records that the mapper reads. */
    private final class Counting extends RecordReader<Object, Object> {

        private final RecordReader<Object, Object> reader;
        private final Counter read;

        Counting(RecordReader<Object, Object> reader, HeldReporter reporter) {
            this.reader = reader;
            this.read = reporter.getCounter(TaskCounter.MAP_INPUT_RECORDS);
        }

        @Override
        public void initialize(InputSplit split, TaskAttemptContext context) {}

        @Override
        public boolean nextKeyValue() throws IOException, InterruptedException {
            boolean more = reader.nextKeyValue();
            if (more) {
                read.increment(1);
                worker.progress();
            }
            return more;
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
        public float getProgress() throws IOException, InterruptedException {
            return reader.getProgress();
        }

        @Override
        public void close() throws IOException {
            reader.close();
        }
    }

    /** Checks classes as Hadoop's collector does. */
    private final class Writer extends RecordWriter<Object, Object> {

        private final Class<?> keyType;
        private final Class<?> valueType;
        private final MapOutput output;
        private final Counter written;

        Writer(MapOutput output, HeldReporter reporter) {
            this.written = reporter.getCounter(TaskCounter.MAP_OUTPUT_RECORDS);
            this.keyType = conf.getMapOutputKeyClass();
            this.valueType = conf.getMapOutputValueClass();
            this.output = output;
        }

        @Override
        public void write(Object key, Object value) throws IOException {
            check("key", keyType, key);
            check("value", valueType, value);
            output.write((Writable) key, (Writable) value);
            written.increment(1);
        }

        private static void check(String role, Class<?> expected, Object got) throws IOException {
            if (got.getClass() != expected) {
                throw new IOException(
                        "Type mismatch in "
                                + role
                                + " from map: expected "
                                + expected.getName()
                                + ", received "
                                + got.getClass().getName());
            }
        }

        @Override
        public void close(TaskAttemptContext context) {}
    }
}
