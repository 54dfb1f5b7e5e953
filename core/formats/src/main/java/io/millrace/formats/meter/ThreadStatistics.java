package io.millrace.formats.meter;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileSystem.Statistics;
import org.apache.hadoop.fs.FileSystem.Statistics.StatisticsData;
import org.apache.hadoop.fs.Path;

/**
 * Bytes that the calling thread has read from and written to the file systems of one scheme.
 * Hadoop's totals are process-wide and take a lock; a thread's own are plain fields (contract
 * CTR-3).
 *
 * <p>Used by one thread at a time; a change of thread costs a look-up.
 */
public final class ThreadStatistics {

    private final List<Statistics> statistics;
    private Thread thread = Thread.currentThread();
    private StatisticsData[] data;

    private ThreadStatistics(List<Statistics> statistics) {
        this.statistics = statistics;
        this.data = ofThread(statistics);
    }

    /** Statistics of a file system that is not counted. */
    public static ThreadStatistics none() {
        return new ThreadStatistics(List.of());
    }

    /** The statistics of the file system that {@code path} is in. */
    @SuppressWarnings("deprecation") // its replacement does not count per thread
    public static ThreadStatistics of(Path path, Configuration conf) throws IOException {
        String scheme = path.getFileSystem(conf).makeQualified(path).toUri().getScheme();
        List<Statistics> matching = new ArrayList<>();
        for (Statistics each : FileSystem.getAllStatistics()) {
            if (each.getScheme().equals(scheme)) {
                matching.add(each);
            }
        }
        return new ThreadStatistics(matching);
    }

    public long bytesRead() {
        long sum = 0;
        for (StatisticsData each : current()) {
            sum += each.getBytesRead();
        }
        return sum;
    }

    public long bytesWritten() {
        long sum = 0;
        for (StatisticsData each : current()) {
            sum += each.getBytesWritten();
        }
        return sum;
    }

    @SuppressWarnings("ReferenceEquality") // the very same thread
    private StatisticsData[] current() {
        Thread caller = Thread.currentThread();
        if (caller != thread && data.length > 0) {
            thread = caller;
            data = ofThread(statistics);
        }
        return data;
    }

    private static StatisticsData[] ofThread(List<Statistics> statistics) {
        return statistics.stream()
                .map(Statistics::getThreadStatistics)
                .toArray(StatisticsData[]::new);
    }
}
