package io.millrace.cluster.reduce;

import io.millrace.engine.shuffle.remote.ReceivedOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.task.reduce.MapHost;
import org.apache.hadoop.mapreduce.task.reduce.MapOutput;
import org.apache.hadoop.mapreduce.task.reduce.ShuffleClientMetrics;
import org.jspecify.annotations.Nullable;

/**
 * A map output that one of Hadoop's fetchers brings into the engine. It counts once it is
 * committed. Used by one fetcher's thread.
 */
final class FetchedOutput<K, V> extends MapOutput<K, V> {

    private final EngineMerge<K, V> merge;
    private final boolean toDisk;
    private @Nullable ReceivedOutput received;
    private boolean ended;

    /**
     * @param size bytes without compression
     * @param toDisk whether it is too large for memory
     */
    FetchedOutput(EngineMerge<K, V> merge, TaskAttemptID map, long size, boolean toDisk) {
        super(map, size, true);
        this.merge = merge;
        this.toDisk = toDisk;
    }

    boolean toDisk() {
        return toDisk;
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
        try {
            received = merge.receive(this, input, compressedLength, decompressedLength);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException)
                    new InterruptedIOException("fetching " + getMapId() + " was interrupted")
                            .initCause(e);
        }
        metrics.inputBytes(decompressedLength);
        reporter.progress();
    }

    @Override
    public void commit() throws IOException {
        ReceivedOutput whole = received;
        if (whole == null) {
            throw new IOException("the output of " + getMapId() + " was not fetched");
        }
        ended = true;
        merge.commit(this, whole);
    }

    /** May be called twice, and after a commit that failed. */
    @Override
    public void abort() {
        if (!ended) {
            ended = true;
            merge.abort(this, received);
        }
    }

    @Override
    public String getDescription() {
        return toDisk ? "Millrace, on disk" : "Millrace, in memory";
    }
}
