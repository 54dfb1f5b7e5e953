package io.millrace.hadoop.task;

import io.millrace.engine.record.RecordSink;
import io.millrace.formats.inputcache.OldCachedReader;
import io.millrace.formats.inputcache.OldCachingReader;
import io.millrace.formats.inputcache.RecordUnpacker;
import io.millrace.formats.inputcache.SplitCaching;
import io.millrace.formats.meter.ThreadStatistics;
import io.millrace.formats.registry.SplitReaders;
import io.millrace.hadoop.plan.TaskPlan;
import io.millrace.hadoop.watch.QuickPath;
import java.io.IOException;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.InputFormat;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapRunnable;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Partitioner;
import org.apache.hadoop.mapred.RecordReader;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;

/** Runs an old-API map runner over its split. Creates and calls objects in Hadoop's order. */
@SuppressWarnings({"rawtypes", "unchecked"}) // the classes of a job are known at run time only
final class OldMapRun {

    private final AttemptFrame frame;

    OldMapRun(AttemptFrame frame) {
        this.frame = frame;
    }

    /**
     * Runs to the end; {@code sink} receives the map output and is null if the job has no reducers.
     */
    void run(@Nullable RecordSink sink) throws Exception {
        JobConf conf = frame.conf();
        InputSplit split = Splits.read(frame, InputSplit.class);
        InputMeter meter = meter(split);
        frame.reporter().inputSplit(split);
        frame.position(() -> "split " + split + ", record " + meter.records());
        InputFormat<?, ?> format = conf.getInputFormat();
        try {
            RecordReader<?, ?> reader = reader(format, split, meter);
            run(new OldMeteredReader(reader, meter, frame.reporter()), sink);
        } finally {
            FormatConnection.close(format);
        }
    }

    private void run(OldMeteredReader reader, @Nullable RecordSink sink) throws Exception {
        JobConf conf = frame.conf();
        Output output = null;
        boolean readerOpen = true;
        try {
            output = sink == null ? new DirectOutput(frame) : new CollectorOutput(frame, sink);
            MapRunnable runner = ReflectionUtils.newInstance(conf.getMapRunnerClass(), conf);
            output.ready(conf);
            runner.run(reader, output, frame.reporter());
            frame.reporter().refreshProgressBy(null);
            readerOpen = false;
            reader.close();
            Output finished = output;
            output = null;
            finished.close();
        } finally {
            if (readerOpen) {
                Quietly.close(reader::close);
            }
            Quietly.close(output);
        }
    }

    private RecordReader<?, ?> reader(InputFormat<?, ?> format, InputSplit split, InputMeter meter)
            throws IOException {
        if (split.getClass() != FileSplit.class) {
            return readerOf(format, split, meter);
        }
        FileSplit file = (FileSplit) split;
        SplitCaching caching =
                SplitCache.of(
                        frame,
                        format.getClass(),
                        file.getPath(),
                        file.getStart(),
                        file.getLength());
        RecordUnpacker cached = SplitCache.find(caching, frame);
        if (caching != null && cached != null) {
            frame.status().pathTaken(QuickPath.READER, true);
            if (caching.knowsFormat()) {
                frame.reporter().setStatus(file.toString()); // as all of these formats do
            }
            meter.metersItself();
            return new OldCachedReader(cached, file.getStart(), file.getLength());
        }
        RecordReader<?, ?> reader = readerOf(format, split, meter);
        return caching == null ? reader : new OldCachingReader(reader, caching);
    }

    private RecordReader<?, ?> readerOf(
            InputFormat<?, ?> format, InputSplit split, InputMeter meter) throws IOException {
        JobConf conf = frame.conf();
        TaskPlan plan = frame.plan();
        SplitReaders quick =
                plan.input().readers(frame.splitKind(), format.getClass(), split.getClass());
        frame.status().pathTaken(QuickPath.READER, quick != null);
        if (quick != null) {
            meter.metersItself();
            return quick.open(split, conf, frame.reporter(), plan.formats(), meter);
        }
        meter.before();
        RecordReader<?, ?> reader = format.getRecordReader(split, conf, frame.reporter());
        meter.after();
        return reader;
    }

    private InputMeter meter(InputSplit split) throws IOException {
        if (split instanceof FileSplit file) {
            Splits.describe(
                    frame.conf(), file.getPath().toString(), file.getStart(), file.getLength());
            return new InputMeter(frame, ThreadStatistics.of(file.getPath(), frame.conf()));
        }
        return new InputMeter(frame, ThreadStatistics.none());
    }

    /** The output of an old-API mapper. */
    private interface Output extends OutputCollector<Object, Object>, Quietly.Closing {

        /** Called after the runner is created: Hadoop creates the partitioner after it. */
        void ready(JobConf conf);

        @Override
        void close() throws IOException;
    }

    /** Output straight to the output format. */
    private static final class DirectOutput implements Output {

        private final AttemptFrame frame;
        private final OldMeteredWriter writer;

        DirectOutput(AttemptFrame frame) throws IOException {
            this.frame = frame;
            this.writer = OldMeteredWriter.open(frame, TaskCounter.MAP_OUTPUT_RECORDS);
        }

        @Override
        public void ready(JobConf conf) {}

        @Override
        public void collect(Object key, Object value) throws IOException {
            writer.write(key, value);
        }

        @Override
        public void close() throws IOException {
            writer.close(frame.reporter());
        }
    }

    /** Output to reducers, through the collector. */
    private static final class CollectorOutput implements Output {

        private final MapCollector collector;

        CollectorOutput(AttemptFrame frame, RecordSink sink) throws IOException {
            this.collector = new MapCollector(frame, sink);
        }

        @Override
        public void ready(JobConf conf) {
            if (collector.partitionCount() > 1) {
                Partitioner partitioner =
                        ReflectionUtils.newInstance(conf.getPartitionerClass(), conf);
                collector.partitions(partitioner::getPartition);
            }
        }

        @Override
        public void collect(Object key, Object value) throws IOException {
            try {
                collector.collect(key, value);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("the mapper was interrupted while it waited for memory", e);
            }
        }

        @Override
        public void close() {
            collector.close();
        }
    }
}
