package io.millrace.collective.gang;

import io.millrace.collective.algorithm.ChosenCollective;
import io.millrace.collective.algorithm.Hockney;
import java.util.List;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts a loop's iterations in the counters of its first worker's task. */
final class LoopCounts {

    private static final Logger LOG = LoggerFactory.getLogger(LoopCounts.class);
    private static final int KILO = 1000;

    private final TaskInputOutputContext<?, ?, ?, ?> task;

    LoopCounts(TaskInputOutputContext<?, ?, ?, ?> task) {
        this.task = task;
    }

    /** Workers have measured their transport; they do so whenever they meet. */
    void measured(Hockney model, int workers) {
        LOG.debug(
                "A message takes {}; the fastest all-reduces of {} workers are {}",
                model,
                workers,
                model.table(workers));
        task.getCounter(LoopCounter.LATENCY_NANOS).setValue(Math.round(model.latencyNanos()));
        task.getCounter(LoopCounter.MEGABYTE_MICROS).setValue(Math.round(model.byteNanos() * KILO));
    }

    /** This worker may have started later than the slowest one; the overhead is then 0. */
    void iteration(long nanos, long mapNanos, List<StepTasks> steps) {
        long beyond = Math.max(0, nanos - mapNanos);
        task.getCounter(LoopCounter.ITERATIONS).increment(1);
        task.getCounter(LoopCounter.MAP_MICROS).increment(mapNanos / KILO);
        task.getCounter(LoopCounter.OVERHEAD_MICROS).increment(beyond / KILO);
        for (StepTasks step : steps) {
            ChosenCollective collective = step.collective();
            if (collective.sent() > 0) {
                task.getCounter(collective.last()).increment(1);
            }
        }
    }
}
