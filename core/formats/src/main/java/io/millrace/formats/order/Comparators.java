package io.millrace.formats.order;

import java.lang.reflect.Constructor;
import java.util.Set;
import org.apache.hadoop.io.BooleanWritable;
import org.apache.hadoop.io.ByteWritable;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.FloatWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MD5Hash;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.ShortWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.io.WritableComparator;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.ReflectionUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hadoop's comparators, one instance per thread. {@link WritableComparator#get} returns the same
 * registered object to all callers, and a comparator that deserializes keeps the two keys in its
 * fields; with several threads, it silently sorts wrongly (contract JVM-8).
 */
final class Comparators {

    private static final Logger LOG = LoggerFactory.getLogger(Comparators.class);

    /** Comparators without state, which threads may share. */
    private static final Set<Class<?>> STATELESS =
            Set.of(
                    Text.Comparator.class,
                    BytesWritable.Comparator.class,
                    IntWritable.Comparator.class,
                    LongWritable.Comparator.class,
                    LongWritable.DecreasingComparator.class,
                    ShortWritable.Comparator.class,
                    ByteWritable.Comparator.class,
                    BooleanWritable.Comparator.class,
                    FloatWritable.Comparator.class,
                    DoubleWritable.Comparator.class,
                    NullWritable.Comparator.class,
                    MD5Hash.Comparator.class);

    private Comparators() {}

    /** The job's sort comparator. */
    static RawComparator<?> sort(JobConf conf) {
        RawComparator<?> configured = configured(conf, MRJobConfig.KEY_COMPARATOR);
        return configured != null
                ? configured
                : registered(
                        conf.getMapOutputKeyClass().asSubclass(WritableComparable.class), conf);
    }

    /** The comparator that groups the values for {@code reduce}. */
    static RawComparator<?> grouping(JobConf conf) {
        RawComparator<?> configured = configured(conf, MRJobConfig.GROUP_COMPARATOR_CLASS);
        return configured != null ? configured : sort(conf);
    }

    /** The comparator that groups the values for the combiner. */
    static RawComparator<?> combinerGrouping(JobConf conf) {
        RawComparator<?> configured = configured(conf, MRJobConfig.COMBINER_GROUP_COMPARATOR_CLASS);
        return configured != null ? configured : sort(conf);
    }

    static boolean stateless(RawComparator<?> comparator) {
        return STATELESS.contains(comparator.getClass());
    }

    @SuppressWarnings("rawtypes") // as Hadoop's configuration has it
    private static @Nullable RawComparator<?> configured(JobConf conf, String key) {
        Class<? extends RawComparator> type = conf.getClass(key, null, RawComparator.class);
        return type == null ? null : ReflectionUtils.newInstance(type, conf);
    }

    @SuppressWarnings({"rawtypes", "ReferenceEquality"}) // compares object identity on purpose
    private static RawComparator<?> registered(
            Class<? extends WritableComparable> keyClass, JobConf conf) {
        WritableComparator comparator = WritableComparator.get(keyClass, conf);
        if (stateless(comparator) || comparator != WritableComparator.get(keyClass, conf)) {
            // It is stateless, or not registered, so that each call creates a new one.
            return comparator;
        }
        WritableComparator fresh = sameAgain(comparator, conf);
        if (fresh != null) {
            return fresh;
        }
        LOG.warn(
                "The comparator registered for {}, {}, has no constructor without arguments. All threads"
                        + " share its only instance behind a lock, which is slow; add such a constructor.",
                keyClass.getName(),
                comparator.getClass().getName());
        return new LockedComparator(comparator);
    }

    private static @Nullable WritableComparator sameAgain(
            WritableComparator registered, JobConf conf) {
        try {
            Constructor<? extends WritableComparator> constructor =
                    registered.getClass().getDeclaredConstructor();
            constructor.setAccessible(true);
            WritableComparator fresh = constructor.newInstance();
            ReflectionUtils.setConf(fresh, conf);
            return fresh;
        } catch (ReflectiveOperationException | RuntimeException e) {
            LOG.debug("Cannot make another {}", registered.getClass().getName(), e);
            return null;
        }
    }

    /** Lets one thread at a time use a shared comparator. */
    private static final class LockedComparator implements RawComparator<Object> {

        private final WritableComparator shared;

        LockedComparator(WritableComparator shared) {
            this.shared = shared;
        }

        @Override
        public int compare(
                byte[] left,
                int leftOffset,
                int leftLength,
                byte[] right,
                int rightOffset,
                int rightLength) {
            // All wrappers of one registered comparator must exclude each other, so they use its
            // monitor.
            synchronized (shared) {
                return shared.compare(
                        left, leftOffset, leftLength, right, rightOffset, rightLength);
            }
        }

        @Override
        public int compare(Object left, Object right) {
            synchronized (shared) {
                return shared.compare(left, right);
            }
        }
    }
}
