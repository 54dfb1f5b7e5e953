package io.millrace.hadoop.counters;

import org.apache.hadoop.mapred.Counters;
import org.apache.hadoop.mapred.InputSplit;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.StatusReporter;
import org.jspecify.annotations.Nullable;

/**
 * The reporter of one attempt, for both APIs. User code calls it from whatever threads it likes;
 * all contexts of the attempt (task, committer, combiner) share it, so that each counter is one
 * object.
 */
public final class AttemptReporter extends StatusReporter implements Reporter {

    /** Who is told of what the attempt reports. Thread-safe; called often, so it must be quick. */
    public interface Observer {

        /** Progress of the whole attempt, 0 to 1; lower values than before are ignored. */
        void progress(float value);

        float progress();

        void text(String value);

        /** The attempt is alive. */
        void active();
    }

    private final Counters counters;
    private final int textLimit;
    private final Observer observer;
    private volatile @Nullable InputSplit split;
    private volatile @Nullable Refresh refresh;

    /**
     * A reporter over the attempt's live counters.
     *
     * @param textLimit longest status text in characters; longer ones are cut
     */
    public AttemptReporter(Counters counters, int textLimit, Observer observer) {
        this.counters = counters;
        this.textLimit = textLimit;
        this.observer = observer;
    }

    /** Makes {@code value} what old-API tasks see as their input split. */
    public void inputSplit(InputSplit value) {
        split = value;
    }

    /**
     * From now on, whoever asks for the attempt's progress on the calling thread gets it up to the
     * record: {@code measure} is run first. What other threads see is as old as the last regular
     * look, since readers may be used by one thread only. Null ends this.
     */
    public void refreshProgressBy(@Nullable Runnable measure) {
        refresh = measure == null ? null : new Refresh(Thread.currentThread(), measure);
    }

    /** How to measure progress now, on that thread. */
    private record Refresh(Thread thread, Runnable measure) {}

    @Override
    public Counters.Counter getCounter(Enum<?> name) {
        return counters.findCounter(name);
    }

    @Override
    public Counters.Counter getCounter(String group, String name) {
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
        if (current != null && current.thread.equals(Thread.currentThread())) {
            current.measure.run();
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
