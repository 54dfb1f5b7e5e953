package io.millrace.hadoop.isolation;

import java.io.IOException;
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.util.Locale;
import java.util.TimeZone;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BinaryComparable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.io.WritableUtils;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobConfigurable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Partitioner;
import org.apache.hadoop.mapreduce.Reducer;

/**
 * Jobs that sort times by a comparator that depends on state of the process: times without a zone
 * are in the default zone, which one part of the job sets. Each line of the input is a time and a
 * padded word that names its file.
 */
public final class StateOrders {

    private static final String HOW = "state.orders.how";
    private static final String FRESH = "state.orders.fresh";

    /** The property that a comparator sets. */
    static final String KEY = "state.orders.zone";

    /** How many characters each value has beyond its words. */
    static final String PADDING = "state.orders.padding";

    private static final String ZONE = "Asia/Tokyo";
    private static final String WITHOUT_ZONE = "yyyy-MM-dd HH:mm";
    private static final String SEPARATOR = ":";

    /** The part that sets the zone; those before {@link #COMPARE} do so before a task begins. */
    public enum How {
        CONSTRUCTOR,
        INITIALIZER,
        CONF,
        OLD_CONFIGURE,
        COMPARE,
        KEY_COMPARE,
        PROPERTY,
        MAPPER
    }

    private StateOrders() {}

    /**
     * Describes a job.
     *
     * @param fresh whether each task must find the client's state, which the local runner does not
     *     give it
     */
    static void describe(Job job, How how, boolean fresh) {
        Configuration conf = job.getConfiguration();
        conf.setEnum(HOW, how);
        conf.setBoolean(FRESH, fresh);
        job.setMapperClass(Times.class);
        job.setReducerClass(Counts.class);
        job.setPartitionerClass(ByFile.class);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(Text.class);
        job.setMapOutputKeyClass(how == How.KEY_COMPARE ? Time.class : Text.class);
        Class<?> comparator =
                switch (how) {
                    case CONSTRUCTOR -> Constructed.class;
                    case INITIALIZER -> Initialized.class;
                    case CONF -> Configured.class;
                    case OLD_CONFIGURE -> OldConfigured.class;
                    case COMPARE -> Changing.class;
                    case PROPERTY -> Announcing.class;
                    case MAPPER -> Depending.class;
                    case KEY_COMPARE -> null;
                };
        if (comparator != null) {
            conf.setClass(MRJobConfig.KEY_COMPARATOR, comparator, RawComparator.class);
        }
    }

    private static int compare(String one, String other, TimeZone zone) {
        int byTime = Long.compare(millis(one, zone), millis(other, zone));
        return byTime == 0 ? one.compareTo(other) : byTime;
    }

    @SuppressWarnings("JavaUtilDate") // what jobs parse times with that depend on the default zone
    private static long millis(String time, TimeZone zone) {
        boolean without = time.length() == WITHOUT_ZONE.length();
        SimpleDateFormat format =
                new SimpleDateFormat(without ? WITHOUT_ZONE : WITHOUT_ZONE + " Z", Locale.ROOT);
        format.setTimeZone(zone);
        try {
            return format.parse(time).getTime();
        } catch (ParseException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static void setZone() {
        TimeZone.setDefault(TimeZone.getTimeZone(ZONE));
    }

    /** Compares in the default zone. */
    public static class Depending extends WritableComparator {
        public Depending() {
            super(Text.class, true);
        }

        @Override
        @SuppressWarnings("rawtypes")
        public int compare(WritableComparable one, WritableComparable other) {
            return StateOrders.compare(one.toString(), other.toString(), TimeZone.getDefault());
        }
    }

    public static final class Constructed extends Depending {
        public Constructed() {
            setZone();
        }
    }

    public static final class Initialized extends Depending {
        static {
            setZone();
        }
    }

    public static final class Configured extends Depending {
        @Override
        public void setConf(Configuration conf) {
            super.setConf(conf);
            setZone();
        }
    }

    public static final class Changing extends Depending {
        @Override
        @SuppressWarnings("rawtypes")
        public int compare(WritableComparable one, WritableComparable other) {
            setZone();
            return super.compare(one, other);
        }
    }

    /** Compares bytes, in the zone of a property. */
    public static final class Announcing extends WritableComparator {
        public Announcing() {
            super(Text.class);
        }

        @Override
        public int compare(byte[] one, int oneAt, int oneLength, byte[] other, int at, int length) {
            System.setProperty(KEY, ZONE);
            return StateOrders.compare(
                    text(one, oneAt),
                    text(other, at),
                    TimeZone.getTimeZone(System.getProperty(KEY)));
        }
    }

    /** A comparator of the old API, which Hadoop configures in its way. */
    public static final class OldConfigured implements RawComparator<Text>, JobConfigurable {
        @Override
        public void configure(JobConf conf) {
            setZone();
        }

        @Override
        public int compare(byte[] one, int oneAt, int oneLength, byte[] other, int at, int length) {
            return StateOrders.compare(text(one, oneAt), text(other, at), TimeZone.getDefault());
        }

        @Override
        public int compare(Text one, Text other) {
            return StateOrders.compare(one.toString(), other.toString(), TimeZone.getDefault());
        }
    }

    private static String text(byte[] bytes, int at) {
        try {
            int header = WritableUtils.decodeVIntSize(bytes[at]);
            return Text.decode(bytes, at + header, WritableComparator.readVInt(bytes, at));
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** A key that compares itself. */
    public static final class Time extends Text {
        @Override
        public int compareTo(BinaryComparable other) {
            setZone();
            return StateOrders.compare(toString(), other.toString(), TimeZone.getDefault());
        }
    }

    /**
     * Fails if it finds what a comparator has set, unless that is set before it in its own task.
     */
    public static final class Times extends Mapper<LongWritable, Text, Text, Text> {
        @Override
        protected void setup(Context context) {
            How how = context.getConfiguration().getEnum(HOW, How.MAPPER);
            boolean early = how.compareTo(How.COMPARE) < 0;
            boolean fresh = context.getConfiguration().getBoolean(FRESH, false);
            boolean clients =
                    System.getProperty(KEY) == null
                            && !TimeZone.getDefault().getID().startsWith("Asia/");
            if (fresh && clients == early) {
                throw new IllegalStateException("found " + TimeZone.getDefault());
            }
        }

        @Override
        protected void map(LongWritable key, Text line, Context context)
                throws IOException, InterruptedException {
            Configuration conf = context.getConfiguration();
            How how = conf.getEnum(HOW, How.MAPPER);
            String[] fields = line.toString().split("\t", -1);
            if (how == How.MAPPER && key.get() == 0) {
                TimeZone.setDefault(TimeZone.getTimeZone("Etc/" + fields[1]));
            }
            Text time = how == How.KEY_COMPARE ? new Time() : new Text();
            time.set(fields[0]);
            String padding = "x".repeat(conf.getInt(PADDING, 0));
            context.write(time, new Text(fields[1] + SEPARATOR + 1 + SEPARATOR + padding));
        }
    }

    public static final class ByFile extends Partitioner<Text, Text> {
        @Override
        public int getPartition(Text key, Text value, int partitions) {
            String file = value.toString().split(SEPARATOR, -1)[0];
            return Math.floorMod(Integer.parseInt(file.substring("GMT".length())), partitions);
        }
    }

    private static Text sum(Iterable<Text> values) {
        String file = "";
        int sum = 0;
        for (Text value : values) {
            String[] fields = value.toString().split(SEPARATOR, -1);
            file = fields[0];
            sum += Integer.parseInt(fields[1]);
        }
        return new Text(file + SEPARATOR + sum + SEPARATOR);
    }

    public static final class Sums extends Reducer<Text, Text, Text, Text> {
        @Override
        protected void reduce(Text key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            context.write(key, sum(values));
        }
    }

    public static final class Counts extends Reducer<Text, Text, Text, Text> {
        @Override
        protected void reduce(Text key, Iterable<Text> values, Context context)
                throws IOException, InterruptedException {
            String sum = sum(values).toString();
            context.write(new Text(key), new Text(sum.substring(sum.indexOf(SEPARATOR))));
        }

        @Override
        protected void cleanup(Context context) throws IOException, InterruptedException {
            if (context.getConfiguration().getEnum(HOW, How.MAPPER) != How.MAPPER) {
                context.write(
                        new Text(TimeZone.getDefault().getID()),
                        new Text(System.getProperty(KEY, "none")));
            }
        }
    }
}
