package io.millrace.ui.live;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.ui.report.JobRow;
import io.millrace.ui.report.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The jobs on the page: all running jobs, and the last finished jobs, as many as fit into a bounded
 * memory. Thread-safe.
 */
final class ShownJobs {

    private static final int MAX_ENDED = 100;
    private static final long MAX_ENDED_BYTES = 32 << 20;

    private final int maxEnded;
    private final long maxEndedBytes;

    /** By id, in the order of their start. */
    @GuardedBy("this")
    private final Map<String, ShownJob> jobs = new LinkedHashMap<>();

    @GuardedBy("this")
    private long changes = 1;

    @GuardedBy("this")
    private long forgotten;

    ShownJobs() {
        this(MAX_ENDED, MAX_ENDED_BYTES);
    }

    ShownJobs(int maxEnded, long maxEndedBytes) {
        this.maxEnded = maxEnded;
        this.maxEndedBytes = maxEndedBytes;
    }

    /** Shows a job, in place of its earlier state. */
    synchronized void put(String id, ShownJob job) {
        jobs.put(id, job);
        forget();
        changes++;
        notifyAll();
    }

    /** Removes a job from the page. */
    synchronized void remove(String id) {
        jobs.remove(id);
        changes++;
        notifyAll();
    }

    @GuardedBy("this")
    private void forget() {
        List<ShownJob> ended = jobs.values().stream().filter(ShownJob::ended).toList();
        int left = ended.size();
        long bytes = ended.stream().mapToLong(ShownJob::bytes).sum();
        Iterator<ShownJob> oldest = jobs.values().iterator();
        while (left > 1 && (left > maxEnded || bytes > maxEndedBytes)) {
            ShownJob job = oldest.next();
            if (job.ended()) {
                oldest.remove();
                left--;
                bytes -= job.bytes();
                forgotten++;
            }
        }
    }

    /** A number that grows whenever a job starts or ends. */
    synchronized long changes() {
        return changes;
    }

    /** Whether a job of that id is running. */
    synchronized boolean runs(String id) {
        ShownJob job = jobs.get(id);
        return job != null && !job.ended();
    }

    /** Waits for a change after {@code seen}, at most {@code millis}. */
    synchronized void awaitChange(long seen, long millis) throws InterruptedException {
        long deadline = System.nanoTime() + millis * 1_000_000;
        for (long left = millis;
                changes == seen && left > 0;
                left = (deadline - System.nanoTime()) / 1_000_000) {
            wait(left);
        }
    }

    /**
     * The view of a page: a row for each job, and the report of one.
     *
     * @param named the job to show; if there is none of that id, the newest, running jobs first
     * @param had the finished job whose report the page has, which is left out
     */
    String view(@Nullable String named, @Nullable String had) throws IOException {
        List<ShownJob> all;
        ShownJob shown;
        long seen;
        long gone;
        synchronized (this) {
            all = new ArrayList<>(jobs.values());
            shown = jobs.getOrDefault(Objects.requireNonNullElse(named, ""), newest(all));
            seen = changes;
            gone = forgotten;
        }
        return Json.text(json -> {
            json.writeNumberField("changes", seen);
            json.writeNumberField("forgotten", gone);
            json.writeNumberField("process", ProcessHandle.current().pid());
            JobRow.writeTo(json, all.stream().map(ShownJob::row).toList());
            if (shown != null && !(shown.ended() && shown.row().id().equals(had))) {
                json.writeFieldName("report");
                json.writeRawValue(shown.report());
            }
        });
    }

    private static @Nullable ShownJob newest(List<ShownJob> all) {
        ShownJob newest = null;
        for (ShownJob job : all) {
            if (newest == null || !job.ended() || newest.ended()) {
                newest = job;
            }
        }
        return newest;
    }
}
