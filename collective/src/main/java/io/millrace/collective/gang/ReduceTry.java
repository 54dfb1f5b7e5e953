package io.millrace.collective.gang;

import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.IterationConf;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.reduce.WrappedReducer;
import org.apache.hadoop.mapreduce.task.ReduceContextImpl;
import org.apache.hadoop.util.ReflectionUtils;

/** Runs a user's reducer, or combiner, over some records in a worker. */
@SuppressWarnings({"rawtypes", "unchecked"}) // the classes of a job are known at run time only
final class ReduceTry {

    private final Mapper<?, ?, ?, ?>.Context worker;
    private final IterationConf conf;
    private final TaskAttemptID id;

    ReduceTry(
            JobConf step,
            Mapper<?, ?, ?, ?>.Context worker,
            DynamicData data,
            int partition,
            int number) {
        this.worker = worker;
        this.id =
                new TaskAttemptID(
                        worker.getJobID().getJtIdentifier(),
                        worker.getJobID().getId(),
                        TaskType.REDUCE,
                        partition,
                        number);
        this.conf = new IterationConf(step);
        conf.give(data);
        conf.set(MRJobConfig.TASK_ATTEMPT_ID, id.toString());
        conf.set(MRJobConfig.TASK_ID, id.getTaskID().toString());
        conf.setInt(MRJobConfig.TASK_PARTITION, partition);
        conf.setBoolean(MRJobConfig.TASK_ISMAP, false);
    }

    /** What a reducer writes to. */
    @FunctionalInterface
    interface Output {
        void write(Writable key, Writable value) throws IOException;
    }

    /** Runs the reducer over the sorted records of its partition. */
    void reduce(List<RawRecord> records, Output output) throws Exception {
        run(
                MRJobConfig.REDUCE_CLASS_ATTR,
                conf.getOutputValueGroupingComparator(),
                records,
                output);
    }

    /** Runs the combiner over sorted records of one partition of a map task. */
    void combine(List<RawRecord> records, Output output) throws Exception {
        run(
                MRJobConfig.COMBINE_CLASS_ATTR,
                conf.getCombinerKeyGroupingComparator(),
                records,
                output);
    }

    private void run(String key, RawComparator grouping, List<RawRecord> records, Output output)
            throws Exception {
        Class<? extends Reducer> type = conf.getClass(key, Reducer.class, Reducer.class);
        HeldReporter reporter = new HeldReporter(worker);
        Reducer reducer = ReflectionUtils.newInstance(type, conf);
        reducer.run(
                new WrappedReducer()
                        .getReducerContext(
                                new ReduceContextImpl(
                                        conf,
                                        id,
                                        new RawRecords(records),
                                        reporter.getCounter(TaskCounter.REDUCE_INPUT_GROUPS),
                                        reporter.getCounter(TaskCounter.REDUCE_INPUT_RECORDS),
                                        new Writer(output),
                                        worker.getOutputCommitter(),
                                        reporter,
                                        grouping,
                                        conf.getMapOutputKeyClass(),
                                        conf.getMapOutputValueClass())));
        reporter.commit();
    }

    private static final class Writer extends RecordWriter<Object, Object> {

        private final Output output;

        Writer(Output output) {
            this.output = output;
        }

        @Override
        public void write(Object key, Object value) throws IOException {
            output.write((Writable) key, (Writable) value);
        }

        @Override
        public void close(TaskAttemptContext context) {}
    }
}
