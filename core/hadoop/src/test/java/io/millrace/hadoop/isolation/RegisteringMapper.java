package io.millrace.hadoop.isolation;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.GlobalStorageStatistics;
import org.apache.hadoop.fs.StorageStatistics;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.io.WritableFactories;
import org.apache.hadoop.io.WritableFactory;
import org.apache.hadoop.io.WritableName;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * Enters a class or an object of its own in a static registry of Hadoop's, gives another mapper
 * time to do the same, and writes whether it finds its own.
 */
@SuppressWarnings("SameNameButDifferent") // Context is what Hadoop calls it
public final class RegisteringMapper extends Mapper<LongWritable, Text, Text, Text> {

    static final String REGISTRY = "registering.registry";

    /** Where mappers of any class loader find the latch. */
    static final String LATCH = "registering.latch";

    private static final String NAME = "registering.mapper";
    private static final long PATIENCE_MILLIS = 300;

    /** What has static registries. */
    public enum Registry {
        WRITABLE_NAMES,
        STORAGE_STATISTICS,
        TOKEN_KINDS,
        METRICS,
        COMPARATORS,
        FACTORIES,
        LOGIN_USER
    }

    /** What is entered, unless Hadoop asks for another type. */
    public static final class Own implements WritableComparable<Own> {
        @Override
        public void write(DataOutput out) {}

        @Override
        public void readFields(DataInput in) {}

        @Override
        @SuppressWarnings("ComparableType")
        public int compareTo(Own other) {
            return 0;
        }
    }

    private static final class Ordering extends WritableComparator {
        Ordering() {
            super(Own.class);
        }
    }

    private static final class Making implements WritableFactory {
        @Override
        public Writable newInstance() {
            return new Own();
        }
    }

    private static final class Source implements MetricsSource {
        @Override
        public void getMetrics(MetricsCollector collector, boolean all) {}
    }

    private static final class Statistics extends StorageStatistics {
        Statistics() {
            super(NAME);
        }

        @Override
        public Iterator<LongStatistic> getLongStatistics() {
            return Collections.emptyIterator();
        }

        @Override
        public @Nullable Long getLong(String key) {
            return null;
        }

        @Override
        public boolean isTracked(String key) {
            return false;
        }

        @Override
        public void reset() {}
    }

    /** A service, which Hadoop finds by itself. */
    public static final class Identifier extends TokenIdentifier {
        @Override
        public Text getKind() {
            return new Text(NAME);
        }

        @Override
        public @Nullable UserGroupInformation getUser() {
            return null;
        }

        @Override
        public void write(DataOutput out) {}

        @Override
        public void readFields(DataInput in) {}
    }

    private Registry registry = Registry.WRITABLE_NAMES;
    private String mine = "";

    @Override
    protected void setup(Context context) throws IOException, InterruptedException {
        registry = context.getConfiguration().getEnum(REGISTRY, registry);
        mine = context.getTaskAttemptID().toString();
        register(registry, mine);
        CountDownLatch latch = (CountDownLatch) System.getProperties().get(LATCH);
        latch.countDown();
        latch.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    protected void map(LongWritable key, Text value, Context context)
            throws IOException, InterruptedException {
        context.write(new Text(finds(registry, mine) ? "right" : "another's"), value);
    }

    static void register(Registry registry, String name) {
        switch (registry) {
            case WRITABLE_NAMES -> WritableName.addName(Own.class, NAME);
            case STORAGE_STATISTICS -> GlobalStorageStatistics.INSTANCE.put(NAME, Statistics::new);
            case TOKEN_KINDS -> {}
            case METRICS -> DefaultMetricsSystem.instance().register(NAME, "", new Source());
            case COMPARATORS -> WritableComparator.define(Own.class, new Ordering());
            case FACTORIES -> WritableFactories.setFactory(Own.class, new Making());
            case LOGIN_USER ->
                    UserGroupInformation.setLoginUser(UserGroupInformation.createRemoteUser(name));
            default -> throw new IllegalStateException(registry.toString());
        }
    }

    static boolean finds(Registry registry, String name) throws IOException {
        return switch (registry) {
            case WRITABLE_NAMES ->
                    WritableName.getClass(NAME, new Configuration(false)).equals(Own.class);
            case STORAGE_STATISTICS ->
                    GlobalStorageStatistics.INSTANCE.get(NAME) instanceof Statistics;
            case TOKEN_KINDS ->
                    new Token<>(new byte[0], new byte[0], new Text(NAME), new Text())
                                    .decodeIdentifier()
                            instanceof Identifier;
            case METRICS -> true;
            case COMPARATORS -> WritableComparator.get(Own.class) instanceof Ordering;
            case FACTORIES -> WritableFactories.newInstance(Own.class) instanceof Own;
            case LOGIN_USER -> UserGroupInformation.getLoginUser().getUserName().equals(name);
        };
    }
}
