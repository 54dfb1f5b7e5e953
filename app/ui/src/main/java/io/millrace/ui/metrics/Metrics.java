package io.millrace.ui.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.task.TaskKind;
import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.job.JobTable;
import io.millrace.hadoop.watch.WatchedJob;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus.State;

/** The metrics of the jobs on the live page. Thread-safe. */
public final class Metrics {

    /** The content type of {@link #text}. */
    public static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

    private static final List<State> ENDS = List.of(State.SUCCEEDED, State.FAILED, State.KILLED);

    private final PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();

    @GuardedBy("this")
    private final Map<JobID, JobMeter> running = new HashMap<>();

    /** The sums of finished jobs. */
    @GuardedBy("this")
    private final Map<Series, Double> ended = new HashMap<>();

    /** Values that are constant while the engine is open, from the last job. */
    @GuardedBy("this")
    private final Map<Series, Double> limits = new HashMap<>();

    /** No jobs yet. */
    public Metrics() {
        ENDS.forEach(state -> ended.put(Series.of(Metric.JOBS_ENDED, state), 0.0));
    }

    /** A job's tasks are about to run. */
    public synchronized void started(WatchedJob job) {
        running.put(job.id(), new JobMeter(job));
        limits.put(Series.of(Metric.MEMORY_LIMIT), (double) job.memoryMaxBytes());
        for (TaskKind kind : TaskKind.values()) {
            limits.put(Series.of(Metric.SLOTS, kind), (double) job.slots(kind));
        }
    }

    /** A job has ended, perhaps before its tasks could start. */
    public synchronized void ended(WatchedJob job) {
        JobMeter meter = running.remove(job.id());
        (meter == null ? new JobMeter(job) : meter).addTo(ended);
        ended.merge(Series.of(Metric.JOBS_ENDED, job.state()), 1.0, Double::sum);
    }

    /** All metrics as they are now. */
    public String text() throws IOException {
        Map<Series, Double> now = now();
        List<MetricSnapshot> snapshots = new ArrayList<>(JvmMetrics.now());
        for (Metric metric : Metric.values()) {
            MetricSnapshot snapshot = Snapshots.of(metric, now);
            if (snapshot != null) {
                snapshots.add(snapshot);
            }
        }
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        writer.write(text, new MetricSnapshots(snapshots), EscapingScheme.DEFAULT);
        return text.toString(StandardCharsets.UTF_8);
    }

    private synchronized Map<Series, Double> now() {
        Map<Series, Double> now = new HashMap<>(ended);
        now.putAll(limits);
        now.put(Series.of(Metric.JOBS_RUNNING), (double) running.size());
        now.put(
                Series.of(Metric.MEMORY_HELD),
                (double) JobTable.of(MillraceProcess.current()).memoryHeldBytes());
        for (TaskKind kind : TaskKind.values()) {
            now.put(Series.of(Metric.ATTEMPTS_RUNNING, kind), 0.0);
            now.put(Series.of(Metric.TASKS_WAITING, kind), 0.0);
        }
        for (JobMeter meter : running.values()) {
            meter.addTo(now);
            for (TaskKind kind : TaskKind.values()) {
                add(now, Metric.ATTEMPTS_RUNNING, kind, meter.job().running(kind));
                add(now, Metric.TASKS_WAITING, kind, meter.job().waiting(kind));
            }
        }
        return now;
    }

    private static void add(Map<Series, Double> now, Metric metric, TaskKind kind, double more) {
        now.merge(Series.of(metric, kind), more, Double::sum);
    }
}
