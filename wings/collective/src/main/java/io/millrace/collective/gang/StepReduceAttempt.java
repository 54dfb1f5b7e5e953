package io.millrace.collective.gang;

import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.IterationConf;
import io.millrace.engine.record.RecordCursor;
import io.millrace.formats.record.CursorIterator;
import java.io.IOException;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.Counters;
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
import org.jspecify.annotations.Nullable;

/** Runs a user's reducer, or combiner, over some sorted records in a worker. */
@SuppressWarnings({"rawtypes", "unchecked"}) // a job's classes are known only at run time
final class StepReduceAttempt {

    /** The role of a reducer class: its kind of task and its counters. */
    private enum Role {
        REDUCE(
                TaskType.REDUCE,
                MRJobConfig.REDUCE_CLASS_ATTR,
                TaskCounter.REDUCE_INPUT_GROUPS,
                TaskCounter.REDUCE_INPUT_RECORDS,
                TaskCounter.REDUCE_OUTPUT_RECORDS),
        COMBINE(
                TaskType.MAP,
                MRJobConfig.COMBINE_CLASS_ATTR,
                null, // Hadoop does not count groups of combiners
                TaskCounter.COMBINE_INPUT_RECORDS,
                TaskCounter.COMBINE_OUTPUT_RECORDS);

        private final TaskType task;
        private final String classKey;
        private final @Nullable TaskCounter groups;
        private final TaskCounter read;
        private final TaskCounter written;

        Role(
                TaskType task,
                String classKey,
                @Nullable TaskCounter groups,
                TaskCounter read,
                TaskCounter written) {
            this.task = task;
            this.classKey = classKey;
            this.groups = groups;
            this.read = read;
            this.written = written;
        }
    }

    private final Role role;
    private final Mapper<?, ?, ?, ?>.Context worker;
    private final IterationConf conf;
    private final TaskAttemptID id;
    private final HeldReporter reporter;

    private StepReduceAttempt(
            Role role,
            JobConf step,
            Mapper<?, ?, ?, ?>.Context worker,
            DynamicData data,
            int task,
            int number,
            Counters counts) {
        this.role = role;
        this.worker = worker;
        this.reporter = new HeldReporter(worker, counts);
        this.id =
                new TaskAttemptID(
                        worker.getJobID().getJtIdentifier(),
                        worker.getJobID().getId(),
                        role.task,
                        task,
                        number);
        this.conf = new IterationConf(step);
        conf.give(data);
        conf.set(MRJobConfig.TASK_ATTEMPT_ID, id.toString());
        conf.set(MRJobConfig.TASK_ID, id.getTaskID().toString());
        conf.setInt(MRJobConfig.TASK_PARTITION, task);
        conf.setBoolean(MRJobConfig.TASK_ISMAP, role.task == TaskType.MAP);
    }

    /** A try at the reduce task of a partition. */
    static StepReduceAttempt reducing(
            JobConf step,
            Mapper<?, ?, ?, ?>.Context worker,
            DynamicData data,
            int partition,
            int number,
            Counters counts) {
        return new StepReduceAttempt(Role.REDUCE, step, worker, data, partition, number, counts);
    }

    /** The combiner of a try at a map task; runs over each run of each partition. */
    static StepReduceAttempt combining(
            JobConf step,
            Mapper<?, ?, ?, ?>.Context worker,
            DynamicData data,
            int map,
            int number,
            Counters counts) {
        return new StepReduceAttempt(Role.COMBINE, step, worker, data, map, number, counts);
    }

    /** The output of a reducer. */
    @FunctionalInterface
    interface Output {
        void write(Writable key, Writable value) throws IOException, InterruptedException;
    }

    /**
     * Runs a new object of the class over records of one partition, which the caller lends. {@link
     * #commit} adds its counts.
     */
    void run(RecordCursor records, Output output) throws Exception {
        Class<? extends Reducer> type = conf.getClass(role.classKey, Reducer.class, Reducer.class);
        Reducer reducer = ReflectionUtils.newInstance(type, conf);
        reducer.run(
                new WrappedReducer()
                        .getReducerContext(
                                new ReduceContextImpl(
                                        conf,
                                        id,
                                        new CursorIterator(records, share -> reporter.progress()),
                                        role.groups == null
                                                ? null
                                                : reporter.getCounter(role.groups),
                                        reporter.getCounter(role.read),
                                        new Writer(output, reporter.getCounter(role.written)),
                                        worker.getOutputCommitter(),
                                        reporter,
                                        grouping(),
                                        conf.getMapOutputKeyClass(),
                                        conf.getMapOutputValueClass())));
    }

    /** Adds the counts to those of the iteration. */
    void commit() {
        reporter.commit();
    }

    private RawComparator<?> grouping() {
        return role == Role.REDUCE
                ? conf.getOutputValueGroupingComparator()
                : conf.getCombinerKeyGroupingComparator();
    }

    private static final class Writer extends RecordWriter<Object, Object> {

        private final Output output;
        private final Counter written;

        Writer(Output output, Counter written) {
            this.output = output;
            this.written = written;
        }

        @Override
        public void write(Object key, Object value) throws IOException, InterruptedException {
            output.write((Writable) key, (Writable) value);
            written.increment(1);
        }

        @Override
        public void close(TaskAttemptContext context) {}
    }
}
