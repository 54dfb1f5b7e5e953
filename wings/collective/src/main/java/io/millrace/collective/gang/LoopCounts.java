package io.millrace.collective.gang;

import io.millrace.collective.algorithm.Hockney;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.mapreduce.Counter;
import org.apache.hadoop.mapreduce.CounterGroup;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.TaskInputOutputContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The counts of a loop. Those of an iteration count once the iteration is complete, and every
 * worker knows those of all workers, so that they survive the worker that has counted them. The
 * next attempt of a lost worker shows them in the counters of its task. The first worker also shows
 * the counts of the loop itself, and those of the checkpoint from which the loop has resumed.
 *
 * <p>Used by the worker's thread.
 */
final class LoopCounts {

    private static final Logger LOG = LoggerFactory.getLogger(LoopCounts.class);
    private static final int KILO = 1000;

    private final TaskInputOutputContext<?, ?, ?, ?> task;
    private final int rank;

    /** The counts of this worker in the iteration that runs. Always the same object. */
    private final Counters running = new Counters();

    /** The part of the task's counters that is the loop's. */
    private final Counters shown = new Counters();

    /** The counts of each worker in all complete iterations, by rank. */
    private List<Counters> complete = List.of();

    /** The counters whose names each worker has sent since they met, by rank. */
    private final List<List<Counter>> known = new ArrayList<>();

    /** Those of {@link #running} whose names this worker has sent since they met. */
    private final List<Counter> sent = new ArrayList<>();

    private boolean agreed;

    /**
     * The counts of a worker that begins.
     *
     * @param before the counts of the iterations before
     */
    LoopCounts(TaskInputOutputContext<?, ?, ?, ?> task, int rank, int workers, Counters before) {
        this.task = task;
        this.rank = rank;
        for (int i = 0; i < workers; i++) {
            known.add(new ArrayList<>());
        }
        beginAt(before);
    }

    /** The counts of this worker in the iteration that runs. */
    Counters running() {
        return running;
    }

    /** Whether they are those on which all workers have agreed, and not those of a new attempt. */
    boolean areAgreed() {
        return agreed;
    }

    /** All workers have the same counts of complete iterations. */
    void agree() {
        agreed = true;
    }

    /** The workers meet, perhaps in the midst of an iteration, which does not count then. */
    void meet() {
        for (CounterGroup group : running) {
            group.forEach(counter -> counter.setValue(0));
        }
        known.forEach(List::clear);
        sent.clear();
    }

    /** The workers begin where the counts were these. */
    void beginAt(Counters before) {
        List<Counters> all = new ArrayList<>();
        for (int i = 0; i < known.size(); i++) {
            all.add(i == 0 ? before : new Counters());
        }
        complete = all;
        show();
    }

    /** Writes the counts of all workers. */
    void write(DataOutput out) throws IOException {
        for (Counters each : complete) {
            each.write(out);
        }
    }

    /** The counts of each worker in all complete iterations, by rank. */
    List<Counters> byWorker() {
        return complete;
    }

    /** Takes the counts that another worker has written. */
    void take(List<Counters> all) {
        complete = all;
        show();
    }

    /** Reads the output of {@link #write}, without taking it. */
    List<Counters> read(DataInput in) throws IOException {
        List<Counters> all = new ArrayList<>();
        for (int i = 0; i < known.size(); i++) {
            Counters each = new Counters();
            each.readFields(in);
            all.add(each);
        }
        return all;
    }

    /** Lets the task's counters show the counts of this worker. */
    private void show() {
        Counters own = complete.get(rank);
        for (CounterGroup group : shown) {
            for (Counter counter : group) {
                own.findCounter(group.getName(), counter.getName()); // 0 if it has not counted yet
            }
        }
        for (CounterGroup group : own) {
            for (Counter counter : group) {
                Counter was = shown.findCounter(group.getName(), counter.getName());
                long more = counter.getValue() - was.getValue();
                task.getCounter(group.getName(), counter.getName()).increment(more);
                was.increment(more);
            }
        }
    }

    /** The counts of this worker in the iteration that ends, for all workers. */
    Counted toSend() {
        List<Counted.Name> names = new ArrayList<>();
        if (sent.size() != running.countCounters()) {
            for (CounterGroup group : running) {
                for (Counter counter : group) {
                    if (sent.stream().noneMatch(each -> each == counter)) {
                        sent.add(counter);
                        names.add(new Counted.Name(group.getName(), counter.getName()));
                    }
                }
            }
        }
        return new Counted(names, sent.stream().mapToLong(Counter::getValue).toArray());
    }

    /** An iteration is complete, in which the workers have counted this, by rank. */
    void complete(List<Counted> all) {
        for (int i = 0; i < all.size(); i++) {
            List<Counter> counters = known.get(i);
            for (Counted.Name name : all.get(i).names()) {
                counters.add(complete.get(i).findCounter(name.group(), name.counter()));
            }
            long[] values = all.get(i).values();
            for (int j = 0; j < values.length; j++) {
                counters.get(j).increment(values[j]);
            }
        }
        sent.forEach(counter -> counter.setValue(0));
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

    /**
     * Counts a complete iteration. Each worker does, with its own time: the first one may be lost.
     * This worker may have started later than the slowest one; the overhead is then 0.
     */
    void iteration(long nanos, Verdict verdict, List<StepTasks> steps) {
        Counters loops = complete.get(0);
        long beyond = Math.max(0, nanos - verdict.mapNanos());
        loops.findCounter(LoopCounter.ITERATIONS).increment(1);
        loops.findCounter(LoopCounter.MAP_MICROS).increment(verdict.mapNanos() / KILO);
        loops.findCounter(LoopCounter.OVERHEAD_MICROS).increment(beyond / KILO);
        for (int i = 0; i < steps.size(); i++) {
            if (verdict.sent().get(i) > 0) {
                loops.findCounter(steps.get(i).collective().last()).increment(1);
            }
        }
        show();
    }

    /** The counts of all workers. */
    Counters sum() {
        Counters sum = new Counters();
        complete.forEach(sum::incrAllCounters);
        return sum;
    }
}
