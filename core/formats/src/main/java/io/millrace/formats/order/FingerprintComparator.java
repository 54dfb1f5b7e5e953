package io.millrace.formats.order;

import io.millrace.engine.record.FingerprintOrder;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.io.RawComparator;
import org.apache.hadoop.io.Writable;
import org.jspecify.annotations.Nullable;

/**
 * Sorts map output by a hash of the key instead of the key itself, for a job that only groups by
 * its keys: keys then come in another order, the same in each run. A job names it in {@code
 * mapreduce.job.output.key.comparator.class}, or Millrace does if {@code millrace.sort} asks for
 * it. Hadoop creates it by reflection; a job that needs the order of its keys fails at once, with
 * the reason. Thread-safe.
 */
public final class FingerprintComparator implements RawComparator<Writable>, Configurable {

    private @Nullable Configuration conf;

    /**
     * Takes the configuration of a job.
     *
     * @throws IllegalArgumentException if the job needs the order of its keys
     */
    @Override
    public void setConf(@Nullable Configuration job) {
        conf = job;
        if (job != null) {
            FingerprintJobs.check(job);
        }
    }

    @Override
    public @Nullable Configuration getConf() {
        return conf;
    }

    @Override
    public int compare(
            byte[] left,
            int leftOffset,
            int leftLength,
            byte[] right,
            int rightOffset,
            int rightLength) {
        return FingerprintOrder.INSTANCE.compare(
                left, leftOffset, leftLength, right, rightOffset, rightLength);
    }

    @Override
    public int compare(Writable left, Writable right) {
        DataOutputBuffer first = bytes(left);
        DataOutputBuffer second = bytes(right);
        return compare(
                first.getData(), 0, first.getLength(), second.getData(), 0, second.getLength());
    }

    private static DataOutputBuffer bytes(Writable key) {
        try {
            DataOutputBuffer bytes = new DataOutputBuffer();
            key.write(bytes);
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e); // only if the key fails to write itself
        }
    }
}
