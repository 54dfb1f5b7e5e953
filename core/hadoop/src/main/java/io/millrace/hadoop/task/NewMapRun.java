package io.millrace.hadoop.task;

import io.millrace.engine.record.RecordSink;
import io.millrace.formats.inputcache.NewCachedReader;
import io.millrace.formats.inputcache.NewCachingReader;
import io.millrace.formats.inputcache.RecordUnpacker;
import io.millrace.formats.inputcache.SplitCaching;
import io.millrace.formats.meter.ThreadStatistics;
import io.millrace.formats.registry.SplitReaders;
import io.millrace.hadoop.plan.TaskPlan;
import io.millrace.hadoop.watch.QuickPath;
import java.io.IOException;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.InputFormat;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.map.WrappedMapper;
import org.apache.hadoop.mapreduce.task.MapContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;

/** Runs a new-API mapper over its split. Creates and calls objects in Hadoop's order. */
@SuppressWarnings({"rawtypes", "unchecked"}) // the classes of a job are known at run time only
final class NewMapRun {

    private final AttemptFrame frame;
    private final AttemptCommitter committer;

    NewMapRun(AttemptFrame frame, AttemptCommitter committer) {
        this.frame = frame;
        this.committer = committer;
    }

    /**
     * Runs to the end; {@code sink} receives the map output and is null if the job has no reducers.
     */
    void run(@Nullable RecordSink sink) throws Exception {
        JobConf conf = frame.conf();
        TaskAttemptContext context = new TaskAttemptContextImpl(conf, frame.id(), frame.reporter());
        Mapper mapper = ReflectionUtils.newInstance(context.getMapperClass(), conf);
        InputFormat format = ReflectionUtils.newInstance(context.getInputFormatClass(), conf);
        try {
            run(sink, context, mapper, format);
        } finally {
            FormatConnection.close(format);
        }
    }

    private void run(
            @Nullable RecordSink sink,
            TaskAttemptContext context,
            Mapper mapper,
            InputFormat format)
            throws Exception {
        JobConf conf = frame.conf();
        InputSplit split = Splits.read(frame, InputSplit.class);
        InputMeter meter = meter(split);
        frame.position(() -> "split " + split + ", record " + meter.records());

        NewMeteredReader reader =
                new NewMeteredReader(
                        reader(format, split, context, meter), meter, frame.reporter());
        RecordWriter<Object, Object> output = null;
        boolean readerOpen = true;
        try {
            output =
                    sink == null
                            ? NewMeteredWriter.open(
                                    frame,
                                    committer.format(),
                                    context,
                                    TaskCounter.MAP_OUTPUT_RECORDS)
                            : CollectorWriter.open(frame, sink, context);
            Mapper.Context mapperContext =
                    new WrappedMapper()
                            .getMapContext(
                                    new MapContextImpl(
                                            conf,
                                            frame.id(),
                                            reader,
                                            output,
                                            committer.committer(),
                                            frame.reporter(),
                                            split));
            reader.initialize(split, mapperContext);
            mapper.run(mapperContext);
            frame.reporter().refreshProgressBy(null);
            readerOpen = false;
            reader.close();
            RecordWriter<Object, Object> finished = output;
            output = null;
            finished.close(mapperContext);
        } finally {
            if (readerOpen) {
                Quietly.close(reader::close);
            }
            if (output != null) {
                RecordWriter<Object, Object> open = output;
                Quietly.close(() -> open.close(context));
            }
        }
    }

    private RecordReader<?, ?> reader(
            InputFormat format, InputSplit split, TaskAttemptContext context, InputMeter meter)
            throws IOException, InterruptedException {
        SplitCaching caching =
                split.getClass() == FileSplit.class ? caching(format, (FileSplit) split) : null;
        RecordUnpacker cached = SplitCache.find(caching, frame);
        if (caching != null && cached != null) {
            frame.status().pathTaken(QuickPath.READER, true);
            if (caching.knowsFormat()) {
                format.createRecordReader(split, context); // may set a status, but reads nothing
            }
            meter.metersItself();
            return new NewCachedReader(cached);
        }
        RecordReader<?, ?> reader = readerOf(format, split, context, meter);
        return caching == null ? reader : new NewCachingReader(reader, caching);
    }

    private @Nullable SplitCaching caching(InputFormat<?, ?> format, FileSplit split)
            throws IOException {
        return SplitCache.of(
                frame, format.getClass(), split.getPath(), split.getStart(), split.getLength());
    }

    private RecordReader<?, ?> readerOf(
            InputFormat format, InputSplit split, TaskAttemptContext context, InputMeter meter)
            throws IOException, InterruptedException {
        TaskPlan plan = frame.plan();
        SplitReaders quick =
                plan.input().readers(frame.splitKind(), format.getClass(), split.getClass());
        frame.status().pathTaken(QuickPath.READER, quick != null);
        if (quick != null) {
            meter.metersItself();
            return quick.open(split, context, plan.formats(), meter);
        }
        meter.before();
        RecordReader<?, ?> reader = format.createRecordReader(split, context);
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

    /** The collector as a new-API record writer. */
    private static final class CollectorWriter extends RecordWriter<Object, Object> {

        private final MapCollector collector;

        private CollectorWriter(MapCollector collector) {
            this.collector = collector;
        }

        static CollectorWriter open(AttemptFrame frame, RecordSink sink, TaskAttemptContext context)
                throws IOException, ClassNotFoundException {
            MapCollector collector = new MapCollector(frame, sink);
            if (collector.partitionCount() > 1) {
                Partitioner partitioner =
                        ReflectionUtils.newInstance(context.getPartitionerClass(), frame.conf());
                collector.partitions(partitioner::getPartition);
            }
            return new CollectorWriter(collector);
        }

        @Override
        public void write(Object key, Object value) throws IOException, InterruptedException {
            collector.collect(key, value);
        }

        @Override
        public void close(TaskAttemptContext context) {
            collector.close();
        }
    }
}
