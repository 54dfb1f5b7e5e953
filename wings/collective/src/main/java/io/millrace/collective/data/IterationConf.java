package io.millrace.collective.data;

import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a task in a gang, which carries the iteration's data. The next iteration's
 * task reuses it unless user code has changed it, because a copy costs more than the rest of a
 * task's setup. Used by the worker's thread.
 */
public final class IterationConf extends JobConf {

    private DynamicData data = DynamicData.EMPTY;
    private boolean changed;

    /** A copy of a step's configuration, created before the data exists. */
    public IterationConf(JobConf step) {
        super(step);
    }

    /** Sets the data of the task that runs next, and tracks changes from now on. */
    public void give(DynamicData given) {
        data = given;
        changed = false;
    }

    DynamicData data() {
        return data;
    }

    /** Whether anything was set or unset since {@link #give}. */
    public boolean changed() {
        return changed;
    }

    @Override
    public void set(String name, String value, @Nullable String source) {
        changed = true;
        super.set(name, value, source);
    }

    @Override
    public synchronized void unset(String name) {
        changed = true;
        super.unset(name);
    }
}
