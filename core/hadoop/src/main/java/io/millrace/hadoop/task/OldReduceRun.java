package io.millrace.hadoop.task;

import io.millrace.engine.record.RecordCursor;
import io.millrace.formats.meter.Pacer;
import io.millrace.formats.order.KeyOrders;
import io.millrace.hadoop.counters.AttemptReporter;
import io.millrace.hadoop.group.GroupSizes;
import io.millrace.hadoop.group.GroupedValues;
import java.io.IOException;
import java.util.function.DoubleConsumer;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reducer;
import org.apache.hadoop.mapred.SkipBadRecords;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;

/** Runs an old-API reducer over its partition. */
@SuppressWarnings({"rawtypes", "unchecked"}) // the classes of a job are known at run time only
final class OldReduceRun {

    private final AttemptFrame frame;

    OldReduceRun(AttemptFrame frame) {
        this.frame = frame;
    }

    /** Runs the reducer over records, of which {@code sizes} gets the largest groups. */
    void run(RecordCursor records, GroupSizes sizes) throws IOException {
        JobConf conf = frame.conf();
        AttemptReporter reporter = frame.reporter();
        Reducer reducer = ReflectionUtils.newInstance(conf.getReducerClass(), conf);
        Reducer open = reducer;
        OldMeteredWriter writer = null;
        try {
            writer = OldMeteredWriter.open(frame, TaskCounter.REDUCE_OUTPUT_RECORDS);
            reduceAll(reducer, records, sizes, writer);
            open = null;
            reducer.close();
            OldMeteredWriter finished = writer;
            writer = null;
            finished.close(reporter);
        } finally {
            closeAfterFailure(open, writer);
        }
    }

    private void reduceAll(
            Reducer reducer, RecordCursor records, GroupSizes sizes, OldMeteredWriter writer)
            throws IOException {
        JobConf conf = frame.conf();
        AttemptReporter reporter = frame.reporter();
        Counters.Counter groups = reporter.getCounter(TaskCounter.REDUCE_INPUT_GROUPS);
        boolean countsForSkipping =
                SkipBadRecords.getReducerMaxSkipGroups(conf) > 0
                        && SkipBadRecords.getAutoIncrReducerProcCount(conf);
        DoubleConsumer progress = ReduceProgress.to(frame);
        Pacer pacer = new Pacer();
        GroupedValues<Object, Object> values =
                new GroupedValues<>(
                        records,
                        (RawComparator<Object>) KeyOrders.grouping(conf, frame.plan().orders()),
                        frame.deserializer(),
                        reporter.getCounter(TaskCounter.REDUCE_INPUT_RECORDS),
                        reporter);
        values.measure(sizes);
        while (values.hasGroup()) {
            groups.increment(1);
            reducer.reduce(values.key(), values, writer, reporter);
            if (countsForSkipping) {
                reporter.incrCounter(
                        SkipBadRecords.COUNTER_GROUP,
                        SkipBadRecords.COUNTER_REDUCE_PROCESSED_GROUPS,
                        1);
            }
            values.nextGroup();
            if (pacer.due()) {
                progress.accept(records.progress());
            }
        }
    }

    private void closeAfterFailure(@Nullable Reducer reducer, @Nullable OldMeteredWriter writer) {
        if (reducer != null) {
            Quietly.close(reducer::close);
        }
        if (writer != null) {
            Quietly.close(() -> writer.close(frame.reporter()));
        }
    }
}
