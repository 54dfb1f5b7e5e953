package io.millrace.cluster.reduce;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hadoop.mapred.IFileInputStream;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.reduce.MapHost;
import org.apache.hadoop.mapreduce.task.reduce.MapOutput;
import org.apache.hadoop.mapreduce.task.reduce.MergeManager;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleClientMetrics;
import org.jspecify.annotations.Nullable;

/**
 * A map output that is kept as it came, with its checksum verified, until it is known which merge
 * takes it. Used by one fetcher until it is committed.
 */
final class HeldSegment<K, V> extends MapOutput<K, V> {

    private final LazyMerge<K, V> merge;
    private final JobConf conf;
    private @Nullable Fetched fetched;
    private boolean ended;

    /** The arguments of a fetcher's call, with the bytes of its stream. */
    private record Fetched(
            MapHost host,
            byte[] bytes,
            long decompressedLength,
            ShuffleClientMetrics metrics,
            Reporter reporter) {}

    /**
     * @param size bytes without compression
     */
    HeldSegment(LazyMerge<K, V> merge, JobConf conf, TaskAttemptID map, long size) {
        super(map, size, true);
        this.merge = merge;
        this.conf = conf;
    }

    @Override
    public void shuffle(
            MapHost host,
            InputStream input,
            long compressedLength,
            long decompressedLength,
            ShuffleClientMetrics metrics,
            Reporter reporter)
            throws IOException {
        byte[] bytes = input.readNBytes(Math.toIntExact(compressedLength));
        if (bytes.length < compressedLength) {
            throw new EOFException(
                    "the output of %s has %d of %d bytes"
                            .formatted(getMapId(), bytes.length, compressedLength));
        }
        verify(bytes);
        fetched = new Fetched(host, bytes, decompressedLength, metrics, reporter);
        reporter.progress();
    }

    private void verify(byte[] bytes) throws IOException {
        try (IFileInputStream checked =
                new IFileInputStream(new ByteArrayInputStream(bytes), bytes.length, conf)) {
            checked.transferTo(OutputStream.nullOutputStream());
        }
    }

    @Override
    public void commit() throws IOException {
        if (fetched == null) {
            throw new IOException("the output of " + getMapId() + " was not fetched");
        }
        ended = true;
        merge.commit(this);
    }

    /** May be called twice, and after a commit that failed. */
    @Override
    public void abort() {
        if (!ended) {
            ended = true;
            merge.abort(this);
        }
    }

    /** Gives this output, which is committed, to another merge. */
    void moveTo(MergeManager<K, V> target) throws IOException, InterruptedException {
        Fetched whole = fetched;
        if (whole == null) {
            throw new IllegalStateException("the output of " + getMapId() + " was not committed");
        }
        MapOutput<K, V> output = reserve(target);
        boolean moved = false;
        try {
            output.shuffle(
                    whole.host,
                    new ByteArrayInputStream(whole.bytes),
                    whole.bytes.length,
                    whole.decompressedLength,
                    whole.metrics,
                    whole.reporter);
            output.commit();
            moved = true;
        } finally {
            if (!moved) {
                output.abort();
            }
        }
    }

    private MapOutput<K, V> reserve(MergeManager<K, V> target)
            throws IOException, InterruptedException {
        while (true) {
            target.waitForResource();
            MapOutput<K, V> output = target.reserve(getMapId(), getSize(), 0);
            if (output != null) {
                return output;
            }
        }
    }

    @Override
    public String getDescription() {
        return "Millrace, held";
    }
}
