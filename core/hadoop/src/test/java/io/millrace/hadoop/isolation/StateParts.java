package io.millrace.hadoop.isolation;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.SimpleTimeZone;
import java.util.TimeZone;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.io.serializer.Deserializer;
import org.apache.hadoop.io.serializer.Serializer;
import org.apache.hadoop.io.serializer.WritableSerialization;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.LineRecordReader;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.jspecify.annotations.Nullable;

/**
 * A job of which one part sets a value of the process, gives another attempt time to do the same,
 * and fails if it does not find its own whenever it is called.
 */
public final class StateParts {

    private static final String PART = "state.parts.part";
    private static final String VALUE = "state.parts.value";
    private static final String OWN = "own";

    /** The name of the property. */
    static final String KEY = "state.parts.property";

    private static final long PATIENCE_MILLIS = 300;

    /** Where the parts of any class loader find the latch. */
    static final String LATCH = "state.parts.latch";

    /** The parts of a job that have code of their own. */
    public enum Part {
        SPLITS,
        INPUT_FORMAT,
        READER,
        PARTITIONER,
        COMBINER,
        GROUPING,
        SERIALIZATION,
        OUTPUT_FORMAT,
        WRITER,
        TASK_COMMIT,
        JOB_COMMIT
    }

    /** What a part sets. */
    public enum Value {
        PROPERTY,
        ZONE,
        LOCALE
    }

    private StateParts() {}

    static void describe(Job job, Part part, Value value) {
        job.getConfiguration().setEnum(PART, part);
        job.getConfiguration().setEnum(VALUE, value);
        job.setMapperClass(Lines.class);
        job.setReducerClass(Counts.class);
        job.setInputFormatClass(Input.class);
        job.setOutputFormatClass(Output.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        switch (part) {
            case PARTITIONER -> job.setPartitionerClass(Parting.class);
            case COMBINER -> job.setCombinerClass(Combining.class);
            case GROUPING -> job.setGroupingComparatorClass(Grouping.class);
            case SERIALIZATION ->
                    job.getConfiguration()
                            .setClass("io.serializations", OwnSerialization.class, Object.class);
            default -> {}
        }
    }

    /** The value of one part; does nothing in all others. */
    private static final class Own {

        private final Value value;
        private final boolean active;
        private final String mine;

        Own(Configuration conf, @Nullable Part part) {
            value = conf.getEnum(VALUE, Value.PROPERTY);
            active = part != null && conf.getEnum(PART, part) == part;
            mine = OWN + conf.get(MRJobConfig.TASK_ATTEMPT_ID, "");
        }

        Own set() {
            if (!active) {
                return this;
            }
            if (!mine.equals(get())) {
                requireClients();
            }
            switch (value) {
                case PROPERTY -> System.setProperty(KEY, mine);
                case ZONE -> TimeZone.setDefault(new SimpleTimeZone(1, mine));
                case LOCALE -> Locale.setDefault(locale(mine));
                default -> throw new IllegalStateException(value.toString());
            }
            meet();
            return this;
        }

        @SuppressWarnings("deprecation") // others have to be well-formed
        private static Locale locale(String language) {
            return new Locale(language);
        }

        private static void meet() {
            CountDownLatch latch = (CountDownLatch) System.getProperties().get(LATCH);
            latch.countDown();
            try {
                latch.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private String get() {
            return switch (value) {
                case PROPERTY -> System.getProperty(KEY, "none");
                case ZONE -> TimeZone.getDefault().getID();
                case LOCALE -> Locale.getDefault().getLanguage();
            };
        }

        void require() {
            if (active && !mine.equals(get())) {
                throw new IllegalStateException("found " + get() + " instead of " + mine);
            }
        }

        void requireClients() {
            if (active && get().startsWith(OWN)) {
                throw new IllegalStateException("found " + get() + " instead of the client's");
            }
        }
    }

    /** For parts whose objects may not know their attempt. */
    private static Own ofAll(Configuration conf, @Nullable Part part) {
        Configuration jobs = new Configuration(conf);
        jobs.unset(MRJobConfig.TASK_ATTEMPT_ID);
        return new Own(jobs, part);
    }

    public static final class Lines extends Mapper<LongWritable, Text, Text, Text> {
        @Override
        protected void setup(Context context) {
            new Own(context.getConfiguration(), Part.JOB_COMMIT).requireClients();
        }

        @Override
        protected void map(LongWritable key, Text value, Context context)
                throws IOException, InterruptedException {
            context.write(value, value);
        }
    }

    public static final class Counts extends Reducer<Text, Text, Text, Text> {
        @Override
        protected void reduce(Text key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            int count = 0;
            for (Text each : values) {
                count += each.getLength() > 0 ? 1 : 0;
            }
            context.write(key, new Text(Integer.toString(count)));
        }
    }

    public static final class Input extends TextInputFormat {
        @Override
        public List<InputSplit> getSplits(JobContext context) throws IOException {
            new Own(context.getConfiguration(), Part.SPLITS).set().require();
            return super.getSplits(context);
        }

        @Override
        public RecordReader<LongWritable, Text> createRecordReader(
                InputSplit split, TaskAttemptContext context) {
            Own format = new Own(context.getConfiguration(), Part.INPUT_FORMAT).set();
            return new LineRecordReader() {
                private final Own own = new Own(context.getConfiguration(), Part.READER);

                @Override
                public void initialize(InputSplit split, TaskAttemptContext context)
                        throws IOException {
                    own.set();
                    super.initialize(split, context);
                }

                @Override
                public boolean nextKeyValue() throws IOException {
                    own.require();
                    format.require();
                    return super.nextKeyValue();
                }

                @Override
                public synchronized void close() throws IOException {
                    own.require();
                    format.require();
                    super.close();
                }
            };
        }
    }

    public static final class Parting extends Partitioner<Text, Text> implements Configurable {

        private @Nullable Configuration conf;
        private @Nullable Own own;

        @Override
        public void setConf(Configuration conf) {
            this.conf = conf;
            own = new Own(conf, Part.PARTITIONER).set();
        }

        @Override
        public @Nullable Configuration getConf() {
            return conf;
        }

        @Override
        public int getPartition(Text key, Text value, int partitions) {
            own.require();
            return (key.hashCode() & Integer.MAX_VALUE) % partitions;
        }
    }

    public static final class Combining extends Reducer<Text, Text, Text, Text> {

        private @Nullable Own own;

        @Override
        protected void setup(Context context) {
            own = new Own(context.getConfiguration(), Part.COMBINER).set();
        }

        @Override
        protected void reduce(Text key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            own.require();
            super.reduce(key, values, context);
        }
    }

    /** Compares as the part's own value says: by bytes. */
    public abstract static class Comparing extends WritableComparator {

        private final Part part;
        private @Nullable Own own;

        Comparing(Part part) {
            super(Text.class, true);
            this.part = part;
        }

        @Override
        public void setConf(Configuration conf) {
            super.setConf(conf);
            own = ofAll(conf, part).set();
        }

        @Override
        @SuppressWarnings("rawtypes")
        public int compare(
                org.apache.hadoop.io.WritableComparable one,
                org.apache.hadoop.io.WritableComparable other) {
            own.require();
            return ((Text) one).compareTo((Text) other);
        }
    }

    public static final class Grouping extends Comparing {
        public Grouping() {
            super(Part.GROUPING);
        }
    }

    public static final class OwnSerialization extends WritableSerialization {

        /** Not of splits, which the client serializes. */
        private static Own ofRecords(Configuration conf, Class<?> type) {
            return ofAll(conf, type.equals(Text.class) ? Part.SERIALIZATION : null);
        }

        @Override
        public Serializer<Writable> getSerializer(Class<Writable> type) {
            Serializer<Writable> usual = super.getSerializer(type);
            Own own = ofRecords(getConf(), type).set();
            return new Serializer<>() {
                @Override
                public void open(OutputStream out) throws IOException {
                    usual.open(out);
                }

                @Override
                public void serialize(Writable object) throws IOException {
                    own.require();
                    usual.serialize(object);
                }

                @Override
                public void close() throws IOException {
                    usual.close();
                }
            };
        }

        @Override
        public Deserializer<Writable> getDeserializer(Class<Writable> type) {
            Deserializer<Writable> usual = super.getDeserializer(type);
            Own own = ofRecords(getConf(), type).set();
            return new Deserializer<>() {
                @Override
                public void open(InputStream in) throws IOException {
                    usual.open(in);
                }

                @Override
                public Writable deserialize(@Nullable Writable reused) throws IOException {
                    own.require();
                    return usual.deserialize(reused);
                }

                @Override
                public void close() throws IOException {
                    usual.close();
                }
            };
        }
    }

    public static final class Output extends TextOutputFormat<Text, Text> {

        private @Nullable OutputCommitter committer;

        @Override
        public RecordWriter<Text, Text> getRecordWriter(TaskAttemptContext context)
                throws IOException, InterruptedException {
            Own format = new Own(context.getConfiguration(), Part.OUTPUT_FORMAT).set();
            Own own = new Own(context.getConfiguration(), Part.WRITER).set();
            RecordWriter<Text, Text> lines = super.getRecordWriter(context);
            return new RecordWriter<>() {
                @Override
                public void write(Text key, Text value) throws IOException, InterruptedException {
                    own.require();
                    format.require();
                    lines.write(key, value);
                }

                @Override
                public void close(TaskAttemptContext context)
                        throws IOException, InterruptedException {
                    own.require();
                    format.require();
                    lines.close(context);
                }
            };
        }

        @Override
        public synchronized OutputCommitter getOutputCommitter(TaskAttemptContext context)
                throws IOException {
            if (committer == null) {
                committer = new Committer(FileOutputFormat.getOutputPath(context), context);
            }
            return committer;
        }
    }

    private static final class Committer extends FileOutputCommitter {

        private final Own task;
        private final Own job;

        Committer(Path output, TaskAttemptContext context) throws IOException {
            super(output, context);
            task = new Own(context.getConfiguration(), Part.TASK_COMMIT);
            job = new Own(context.getConfiguration(), Part.JOB_COMMIT);
        }

        @Override
        public void setupJob(JobContext context) throws IOException {
            job.set();
            super.setupJob(context);
        }

        @Override
        public void commitJob(JobContext context) throws IOException {
            job.require();
            super.commitJob(context);
        }

        @Override
        public void setupTask(TaskAttemptContext context) throws IOException {
            task.set();
            super.setupTask(context);
        }

        @Override
        public void commitTask(TaskAttemptContext context) throws IOException {
            task.require();
            super.commitTask(context);
        }
    }
}
