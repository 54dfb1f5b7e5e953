package io.millrace.collective.step;

import org.apache.hadoop.conf.Configuration;

/** An iteration as its merge sees it. Used by the thread of the merge. */
public final class Iteration {

    private final Configuration conf;
    private final int number;
    private boolean last;

    /** The iteration of that number, from 1. */
    public Iteration(Configuration conf, int number) {
        this.conf = conf;
        this.number = number;
    }

    /** The step's configuration. */
    public Configuration configuration() {
        return conf;
    }

    /** Its number, from 1. */
    public int number() {
        return number;
    }

    /** Ends the loop after this iteration. */
    public void end() {
        last = true;
    }

    /** Whether {@link #end} was called. */
    public boolean last() {
        return last;
    }
}
