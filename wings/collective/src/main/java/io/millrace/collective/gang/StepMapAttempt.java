package io.millrace.collective.gang;

import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.IterationConf;
import java.io.IOException;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.MapContext;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.task.MapContextImpl;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * A try at a map task of a step: set up before the data of its iteration exists, and run with it.
 * The user's mapper runs as in a separate task, with the task's number, split and counters. Used by
 * the worker's thread.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // a job's classes are known only at run time
final class StepMapAttempt {

    private final SplitRecords records;
    private final IterationConf conf;
    private final TaskAttemptID id;
    private final int map;
    private final OutputCommitter committer;
    private final HeldReporter reporter;
    private final Class<?> keyType;
    private final Class<?> valueType;
    private MapContext<Object, Object, Object, Object> context;
    private boolean asNew = true;

    /**
     * A try that has not run.
     *
     * @param counts gets its counts if it succeeds
     */
    StepMapAttempt(
            JobConf step,
            Mapper.Context worker,
            SplitRecords records,
            int map,
            int number,
            Counters counts) {
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
        this.committer = worker.getOutputCommitter();
        this.reporter = new HeldReporter(worker, counts);
        this.keyType = conf.getMapOutputKeyClass();
        this.valueType = conf.getMapOutputValueClass();
        this.context = newContext();
    }

    /** The context that handles all of the mapper's calls except for records, which bypass it. */
    private MapContext<Object, Object, Object, Object> newContext() {
        return new MapContextImpl(
                conf, id, new NoRecords(), null, committer, reporter, records.split());
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

    /** Whether it can run again, as if newly created. */
    boolean reusable() {
        return asNew;
    }

    /**
     * Runs the mapper; its counts are added if it succeeds.
     *
     * @return run time of the mapper in nanoseconds
     */
    long run(DynamicData data, StepOutput output) throws Exception {
        asNew = false;
        conf.give(data);
        if (!context.getStatus().isEmpty()) {
            context = newContext();
        }
        Mapper mapper = ReflectionUtils.newInstance(context.getMapperClass(), conf);
        try (RecordReader<Object, Object> reader = records.open(conf, context)) {
            LoopContext own = new LoopContext(context, reader, new Writer(output), reporter);
            long start = System.nanoTime();
            mapper.run(own);
            output.finish();
            long nanos = System.nanoTime() - start;
            own.count();
            reporter.commit();
            asNew = !conf.changed();
            return nanos;
        }
    }

    /** Checks classes as Hadoop's collector does. */
    private final class Writer extends RecordWriter<Object, Object> {

        private final StepOutput output;
        private final Counter written = reporter.getCounter(TaskCounter.MAP_OUTPUT_RECORDS);

        Writer(StepOutput output) {
            this.output = output;
        }

        @Override
        public void write(Object key, Object value) throws IOException, InterruptedException {
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
