package io.millrace.hadoop.counters;

import io.millrace.formats.meter.ThreadStatistics;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * Ends an attempt that writes more to local files than {@code
 * mapreduce.task.local-fs.write-limit.bytes} allows. Counts only writes of the attempt's own
 * thread. Used by one thread at a time.
 */
public final class LocalWriteLimit {

    private final long limit;
    private final ThreadStatistics local;
    private final long before;
    private final Thread owner = Thread.currentThread();

    private LocalWriteLimit(long limit, ThreadStatistics local) {
        this.limit = limit;
        this.local = local;
        this.before = local.bytesWritten();
    }

    /** The limit of an attempt that starts on the calling thread. */
    public static LocalWriteLimit of(Configuration conf) throws IOException {
        long limit =
                conf.getLong(
                        MRJobConfig.TASK_LOCAL_WRITE_LIMIT_BYTES,
                        MRJobConfig.DEFAULT_TASK_LOCAL_WRITE_LIMIT_BYTES);
        if (limit < 0) {
            return new LocalWriteLimit(Long.MAX_VALUE, ThreadStatistics.none());
        }
        LocalFileSystem files = FileSystem.getLocal(conf);
        return new LocalWriteLimit(
                limit, ThreadStatistics.of(files.makeQualified(new Path("/")), conf));
    }

    /**
     * Does nothing on threads other than the attempt's own.
     *
     * @throws IOException if the attempt has exceeded the limit
     */
    public void check() throws IOException {
        if (!Thread.currentThread().equals(owner)) {
            return;
        }
        long written = local.bytesWritten() - before;
        if (written > limit) {
            throw new IOException(
                    "too much write to local file system: the attempt has written "
                            + written
                            + " bytes, "
                            + MRJobConfig.TASK_LOCAL_WRITE_LIMIT_BYTES
                            + " allows "
                            + limit);
        }
    }
}
