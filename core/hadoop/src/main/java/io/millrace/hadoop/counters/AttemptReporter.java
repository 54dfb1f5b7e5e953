package io.millrace.hadoop.counters;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.jspecify.annotations.Nullable;

/**
 * The reporter of one attempt, for both APIs. User code may call it from any thread. All contexts
 * of the attempt (task, committer, combiner) share it, so that each counter is one object.
 */
public final class AttemptReporter extends DualReporter {

    /** Receives the attempt's reports. Thread-safe; called often, so it must be fast. */
    public interface Observer {

        /** Progress of the whole attempt, 0 to 1; lower values than before are ignored. */
        void progress(float value);

        float progress();

        void text(String value);

        /** Notes a sign of life. */
        void active();
    }

    /** Counters of records, which are not counted one by one unless the job's code looks. */
    private static final Set<String> OF_RECORDS =
            Set.of(
                    TaskCounter.MAP_INPUT_RECORDS.name(),
                    TaskCounter.MAP_OUTPUT_RECORDS.name(),
                    TaskCounter.MAP_OUTPUT_BYTES.name(),
                    TaskCounter.REDUCE_OUTPUT_RECORDS.name());

    private final Counters counters;
    private final int textLimit;
    private final Observer observer;
    private volatile @Nullable InputSplit split;
    private volatile @Nullable Refresh refresh;

    /** Each moves some counts to their counters. */
    private final List<Refresh> counts = new CopyOnWriteArrayList<>();

    private volatile boolean watched;

    /**
     * A reporter that updates the attempt's live counters.
     *
     * @param textLimit maximum length of a status text in characters; longer texts are truncated
     */
    public AttemptReporter(Counters counters, int textLimit, Observer observer) {
        this.counters = counters;
        this.textLimit = textLimit;
        this.observer = observer;
    }

    /** Sets the input split that old-API tasks see. */
    public void inputSplit(InputSplit value) {
        split = value;
    }

    /**
     * From now on, a query of the attempt's progress on the calling thread first runs {@code
     * measure}, so that the answer is exact to the record. Other threads see the progress of the
     * last regular measurement, because only one thread may use a reader. Null ends this.
     */
    public void refreshProgressBy(@Nullable Runnable measure) {
        refresh = measure == null ? null : new Refresh(Thread.currentThread(), measure);
    }

    /**
     * When the job's code looks at a counter of records on the calling thread, {@code move} brings
     * it up to date first. Hadoop counts one by one, and programs number their records so.
     */
    public void countsMovedBy(Runnable move) {
        counts.add(new Refresh(Thread.currentThread(), move));
    }

    /** Whether the job's code has looked at a counter of records: it may have kept it. */
    public boolean countsAreWatched() {
        return watched;
    }

    private void watch(String counter) {
        if (OF_RECORDS.contains(counter)) {
            watched = true;
            counts.forEach(Refresh::run);
        }
    }

    /** Measures on demand, on that thread. */
    private record Refresh(Thread thread, Runnable measure) {
        void run() {
            if (thread.equals(Thread.currentThread())) {
                measure.run();
            }
        }
    }

    @Override
    public Counters.Counter getCounter(Enum<?> name) {
        if (name instanceof TaskCounter) {
            watch(name.name());
        }
        return counters.findCounter(name);
    }

    @Override
    public Counters.Counter getCounter(String group, String name) {
        watch(name);
        return counters.findCounter(group, name);
    }

    @Override
    public void incrCounter(Enum<?> key, long amount) {
        counters.incrCounter(key, amount);
        observer.active();
    }

    @Override
    public void incrCounter(String group, String counter, long amount) {
        counters.incrCounter(group, counter, amount);
        observer.active();
    }

    @Override
    public void progress() {
        observer.active();
    }

    @Override
    public float getProgress() {
        Refresh current = refresh;
        if (current != null) {
            current.run();
        }
        return observer.progress();
    }

    @Override
    public void setStatus(String status) {
        observer.text(status.length() > textLimit ? status.substring(0, textLimit) : status);
        observer.active();
    }

    @Override
    public InputSplit getInputSplit() {
        InputSplit current = split;
        if (current == null) {
            throw new UnsupportedOperationException("Input only available on map");
        }
        return current;
    }
}
