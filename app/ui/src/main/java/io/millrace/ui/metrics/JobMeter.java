package io.millrace.ui.metrics;

import io.millrace.engine.trace.Phase;
import io.millrace.engine.trace.Trace.PhaseTotal;
import io.millrace.hadoop.watch.WatchedJob;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.counters.LimitExceededException;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormatCounter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormatCounter;

/**
 * The share of one job in the metrics that only go up. The job's own counters drop when an attempt
 * fails; these keep the counts of failed attempts. Guarded by the metrics' lock.
 */
final class JobMeter {

    private static final double NANOS = 1e9;

    private final WatchedJob job;
    private final Map<Series, Double> most = new HashMap<>();

    JobMeter(WatchedJob job) {
        this.job = job;
    }

    WatchedJob job() {
        return job;
    }

    /** Adds what the job has done so far to {@code totals}. */
    void addTo(Map<Series, Double> totals) {
        readTrace();
        try {
            readCounters(job.counters());
        } catch (LimitExceededException e) {
            // The job has too many counters and will fail; the values read before stay.
        }
        most.forEach((series, value) -> totals.merge(series, value, Double::sum));
    }

    private void readTrace() {
        for (Map.Entry<Phase, PhaseTotal> entry : job.trace().totals().entrySet()) {
            Phase phase = entry.getKey();
            PhaseTotal total = entry.getValue();
            rise(Series.of(Metric.PHASE_SECONDS, phase), total.nanos() / NANOS);
            if (phase == Phase.SPILL) {
                rise(Series.of(Metric.SPILLED), (double) total.bytes());
            } else if (phase == Phase.REDUCE) {
                rise(Series.of(Metric.SHUFFLED), (double) total.bytes());
            }
        }
    }

    private void readCounters(Counters counters) {
        rise(Metric.RECORDS, "map_input", counters, TaskCounter.MAP_INPUT_RECORDS);
        rise(Metric.RECORDS, "map_output", counters, TaskCounter.MAP_OUTPUT_RECORDS);
        rise(Metric.RECORDS, "reduce_input", counters, TaskCounter.REDUCE_INPUT_RECORDS);
        rise(Metric.RECORDS, "reduce_output", counters, TaskCounter.REDUCE_OUTPUT_RECORDS);
        rise(Metric.FILE_BYTES, "read", counters, FileInputFormatCounter.BYTES_READ);
        rise(Metric.FILE_BYTES, "written", counters, FileOutputFormatCounter.BYTES_WRITTEN);
    }

    private void rise(Metric metric, String value, Counters counters, Enum<?> counter) {
        rise(new Series(metric, value), (double) counters.findCounter(counter).getValue());
    }

    private void rise(Series series, double now) {
        most.merge(series, now, Math::max);
    }
}
