package io.millrace.cluster.reduce;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalDirAllocator;
import org.apache.hadoop.io.DataInputBuffer;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.IFile;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.mapred.RawKeyValueIterator;
import org.apache.hadoop.mapred.ReduceTask;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapred.ShuffleConsumerPlugin;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskID;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.task.reduce.MapHost;
import org.apache.hadoop.mapreduce.task.reduce.MapOutput;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleClientMetrics;
import org.jspecify.annotations.Nullable;

/**
 * A reduce task's merge, and segments for it as map tasks write them. Any thread may {@link
 * #fetch}; the test's thread calls the rest.
 */
final class FetchedSegments implements AutoCloseable {

    static final JobID JOB = new JobID("test", 1);

    private final JobConf conf;
    private final @Nullable CompressionCodec codec;
    private final EngineMerge<Text, LongWritable> merge;
    private final ShuffleClientMetrics metrics;
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    final CountingReporter reporter = new CountingReporter();

    FetchedSegments(JobConf conf, @Nullable CompressionCodec codec) throws IOException {
        this.conf = conf;
        this.codec = codec;
        TaskAttemptID id = attempt(TaskType.REDUCE, 0, 0);
        metrics = ShuffleClientMetrics.create(id, conf);
        merge = ReduceInput.open(context(id), failures::add);
    }

    /** A job whose map output is texts and numbers. */
    static JobConf job(java.nio.file.Path work, int maps) {
        JobConf conf = new JobConf(false);
        conf.setMapOutputKeyClass(Text.class);
        conf.setMapOutputValueClass(LongWritable.class);
        conf.setNumMapTasks(maps);
        conf.setNumReduceTasks(3);
        conf.set("io.serializations", "org.apache.hadoop.io.serializer.WritableSerialization");
        conf.set(MRConfig.LOCAL_DIR, work.resolve("local").toString());
        return conf;
    }

    static TaskAttemptID attempt(TaskType type, int task, int attempt) {
        return new TaskAttemptID(new TaskID(JOB, type, task), attempt);
    }

    @SuppressWarnings("NullAway") // parts of the context that a merge does not use
    private ShuffleConsumerPlugin.Context<Text, LongWritable> context(TaskAttemptID id)
            throws IOException {
        ReduceTask task = new ReduceTask("job.xml", id, 0, conf.getNumMapTasks(), 1);
        return new ShuffleConsumerPlugin.Context<>(
                id,
                conf,
                FileSystem.getLocal(conf),
                null,
                new LocalDirAllocator(MRConfig.LOCAL_DIR),
                reporter,
                codec,
                conf.getCombinerClass(),
                null,
                new Counters.Counter(),
                new Counters.Counter(),
                new Counters.Counter(),
                new Counters.Counter(),
                new Counters.Counter(),
                new Counters.Counter(),
                null,
                null,
                null,
                task,
                null,
                null);
    }

    /** One map output as it lies in a map task's file, and its length without compression. */
    record Segment(byte[] stored, long raw) {}

    @SuppressWarnings("NullAway") // Hadoop's writer takes null for no classes, codec or counter
    Segment segment(List<Pair> sorted) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        IFile.Writer<Text, LongWritable> writer =
                new IFile.Writer<>(
                        conf,
                        new FSDataOutputStream(bytes, null),
                        Text.class,
                        LongWritable.class,
                        codec,
                        null);
        for (Pair each : sorted) {
            writer.append(new Text(each.key), new LongWritable(each.value));
        }
        writer.close();
        return new Segment(bytes.toByteArray(), writer.getRawLength());
    }

    record Pair(String key, long value) implements Comparable<Pair> {
        @Override
        public int compareTo(Pair other) {
            int keys = key.compareTo(other.key); // ASCII: as bytes
            return keys != 0 ? keys : Long.compare(value, other.value);
        }
    }

    /** Fetches an output as one of Hadoop's fetchers does, and returns it before its commit. */
    MapOutput<Text, LongWritable> fetch(Segment segment, int map, int attempt)
            throws IOException, InterruptedException {
        return fetch(new ByteArrayInputStream(segment.stored), segment, map, attempt);
    }

    MapOutput<Text, LongWritable> fetch(InputStream bytes, Segment segment, int map, int attempt)
            throws IOException, InterruptedException {
        while (true) {
            merge.waitForResource();
            MapOutput<Text, LongWritable> output =
                    merge.reserve(attempt(TaskType.MAP, map, attempt), segment.raw, 0);
            if (output != null) {
                try {
                    output.shuffle(
                            new MapHost("host", "url"),
                            bytes,
                            segment.stored.length,
                            segment.raw,
                            metrics,
                            reporter);
                } catch (IOException e) {
                    output.abort();
                    output.abort();
                    throw e;
                }
                return output;
            }
        }
    }

    /** All records that the reducer would get, in order. */
    List<Pair> merged() throws IOException {
        RawKeyValueIterator records = closed();
        List<Pair> read = new ArrayList<>();
        Text key = new Text();
        LongWritable value = new LongWritable();
        while (records.next()) {
            DataInputBuffer bytes = records.getKey();
            key.readFields(bytes);
            value.readFields(records.getValue());
            read.add(new Pair(key.toString(), value.get()));
            if (records.getProgress() == null) {
                throw new IOException("there is no progress");
            }
        }
        return read;
    }

    private RawKeyValueIterator closed() throws IOException {
        try {
            return merge.close();
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IOException(e);
        }
    }

    List<Throwable> failures() {
        return failures;
    }

    @Override
    public void close() {
        merge.release();
    }

    /** Counts, as a task's reporter does. Thread-safe. */
    static final class CountingReporter implements Reporter {

        private final Counters counters = new Counters();
        private final AtomicLong progress = new AtomicLong();

        long partial(String name) {
            return getCounter("Millrace Partial Reduce", name).getCounter();
        }

        @Override
        public void setStatus(String status) {}

        @Override
        public Counters.Counter getCounter(Enum<?> name) {
            return counters.findCounter(name);
        }

        @Override
        public Counters.Counter getCounter(String group, String name) {
            return counters.findCounter(group, name);
        }

        @Override
        public void incrCounter(Enum<?> key, long amount) {
            getCounter(key).increment(amount);
        }

        @Override
        public void incrCounter(String group, String counter, long amount) {
            getCounter(group, counter).increment(amount);
        }

        @Override
        public InputSplit getInputSplit() {
            throw new UnsupportedOperationException("a reduce task has no split");
        }

        @Override
        public float getProgress() {
            return 0;
        }

        @Override
        public void progress() {
            progress.incrementAndGet();
        }
    }
}
