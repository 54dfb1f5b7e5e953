package io.millrace.hadoop.task;

import io.millrace.engine.record.RecordCursor;
import io.millrace.formats.order.KeyOrders;
import io.millrace.formats.record.CursorIterator;
import io.millrace.hadoop.group.GroupContext;
import io.millrace.hadoop.group.GroupSizes;
import io.millrace.hadoop.group.Grouping;
import io.millrace.hadoop.plan.TaskPlan;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.ReduceContext;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.reduce.WrappedReducer;
import org.apache.hadoop.mapreduce.task.ReduceContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.util.ReflectionUtils;

/** Runs a new-API reducer over its partition. */
@SuppressWarnings({"rawtypes", "unchecked"}) // the classes of a job are known at run time only
final class NewReduceRun {

    private final AttemptFrame frame;
    private final AttemptCommitter committer;

    NewReduceRun(AttemptFrame frame, AttemptCommitter committer) {
        this.frame = frame;
        this.committer = committer;
    }

    /** Runs the reducer over records, of which {@code sizes} gets the largest groups. */
    void run(RecordCursor records, GroupSizes sizes) throws Exception {
        JobConf conf = frame.conf();
        TaskAttemptContext context = new TaskAttemptContextImpl(conf, frame.id(), frame.reporter());
        Reducer reducer = ReflectionUtils.newInstance(context.getReducerClass(), conf);
        NewMeteredWriter writer =
                NewMeteredWriter.open(
                        frame, committer.format(), context, TaskCounter.REDUCE_OUTPUT_RECORDS);
        boolean done = false;
        try {
            Reducer.Context reducerContext =
                    new WrappedReducer().getReducerContext(contextOver(records, sizes, writer));
            reducer.run(reducerContext);
            done = true;
            writer.close(reducerContext);
        } finally {
            if (!done) {
                Quietly.close(() -> writer.close(context));
            }
        }
    }

    private ReduceContext contextOver(
            RecordCursor records, GroupSizes sizes, NewMeteredWriter writer) throws Exception {
        JobConf conf = frame.conf();
        TaskPlan plan = frame.plan();
        RawComparator grouping = KeyOrders.grouping(conf, plan.orders());
        if (plan.groupContext()) {
            GroupContext context = groupsOf(records, grouping, writer);
            context.measure(sizes);
            return context;
        }
        return new ReduceContextImpl(
                conf,
                frame.id(),
                new CursorIterator(records, ReduceProgress.to(frame)),
                frame.reporter().getCounter(TaskCounter.REDUCE_INPUT_GROUPS),
                frame.reporter().getCounter(TaskCounter.REDUCE_INPUT_RECORDS),
                writer,
                committer.committer(),
                frame.reporter(),
                grouping,
                conf.getMapOutputKeyClass(),
                conf.getMapOutputValueClass());
    }

    private GroupContext groupsOf(
            RecordCursor records, RawComparator grouping, NewMeteredWriter writer)
            throws Exception {
        JobConf conf = frame.conf();
        return new GroupContext(
                conf,
                frame.id(),
                records,
                ReduceProgress.to(frame),
                Grouping.of(conf, grouping, frame.plan().orders()),
                frame.deserializer(),
                frame.reporter().getCounter(TaskCounter.REDUCE_INPUT_GROUPS),
                frame.reporter().getCounter(TaskCounter.REDUCE_INPUT_RECORDS),
                writer,
                committer.committer(),
                frame.reporter());
    }
}
