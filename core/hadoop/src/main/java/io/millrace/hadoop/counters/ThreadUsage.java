package io.millrace.hadoop.counters;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileSystem.Statistics;
import org.apache.hadoop.fs.FileSystem.Statistics.StatisticsData;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapreduce.FileSystemCounter;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.jspecify.annotations.Nullable;

/**
 * The resources that a thread uses for an attempt between {@link #start} and {@link #addTo}: file
 * system bytes and operations, and CPU time. Both must be called on that thread.
 */
@SuppressWarnings("deprecation") // the replacement of getAllStatistics does not count per thread
public final class ThreadUsage {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Snapshot NOTHING = new Snapshot(0, 0, 0, 0, 0, 0);

    private final Map<Statistics, Snapshot> before = new HashMap<>();
    private final long cpuNanosBefore = cpuNanos();

    private ThreadUsage() {
        for (Statistics each : FileSystem.getAllStatistics()) {
            before.put(each, Snapshot.of(each.getThreadStatistics()));
        }
    }

    public static ThreadUsage start() {
        return new ThreadUsage();
    }

    /** Adds the usage since the start. Call once. */
    public void addTo(Counters counters) {
        for (Statistics each : FileSystem.getAllStatistics()) {
            Snapshot used = Snapshot.of(each.getThreadStatistics()).minus(before.get(each));
            used.addTo(counters, each.getScheme());
        }
        long cpuMillis = (cpuNanos() - cpuNanosBefore) / 1_000_000;
        if (cpuMillis > 0) {
            counters.findCounter(TaskCounter.CPU_MILLISECONDS).increment(cpuMillis);
        }
    }

    private static long cpuNanos() {
        return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : 0;
    }

    /** Totals of one file system class on one thread. */
    private record Snapshot(
            long bytesRead,
            long bytesWritten,
            long readOps,
            long largeReadOps,
            long writeOps,
            long erasureCodedRead) {

        static Snapshot of(StatisticsData data) {
            return new Snapshot(
                    data.getBytesRead(),
                    data.getBytesWritten(),
                    data.getReadOps(),
                    data.getLargeReadOps(),
                    data.getWriteOps(),
                    data.getBytesReadErasureCoded());
        }

        Snapshot minus(@Nullable Snapshot earlier) {
            Snapshot other = earlier == null ? NOTHING : earlier;
            return new Snapshot(
                    bytesRead - other.bytesRead,
                    bytesWritten - other.bytesWritten,
                    readOps - other.readOps,
                    largeReadOps - other.largeReadOps,
                    writeOps - other.writeOps,
                    erasureCodedRead - other.erasureCodedRead);
        }

        void addTo(Counters counters, String scheme) {
            counters.findCounter(scheme, FileSystemCounter.BYTES_READ).increment(bytesRead);
            counters.findCounter(scheme, FileSystemCounter.BYTES_WRITTEN).increment(bytesWritten);
            counters.findCounter(scheme, FileSystemCounter.READ_OPS).increment(readOps);
            counters.findCounter(scheme, FileSystemCounter.LARGE_READ_OPS).increment(largeReadOps);
            counters.findCounter(scheme, FileSystemCounter.WRITE_OPS).increment(writeOps);
            if (scheme.equals("hdfs")) {
                counters.findCounter(scheme, FileSystemCounter.BYTES_READ_EC)
                        .increment(erasureCodedRead);
            }
        }
    }
}
