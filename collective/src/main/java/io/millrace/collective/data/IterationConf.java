package io.millrace.collective.data;

import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of a task in a gang, which brings the iteration's data with it. It serves the
 * next iteration's task too, as a copy costs more than the rest of setting up a task, unless user
 * code has changed it.
 */
public final class IterationConf extends JobConf {

    private DynamicData data = DynamicData.EMPTY;
    private boolean changed;

    /** A copy of a step's configuration, made before the data is there. */
    public IterationConf(JobConf step) {
        super(step);
    }

    /** What the task is given that runs next; from now on it is noticed if something changes. */
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
