package io.millrace.apps.job;

import org.apache.hadoop.fs.Path;

/** A program of one job: {@code INPUT OUTPUT}. */
public abstract class SingleJob extends JobTool {

    protected SingleJob(String name) {
        super(name);
    }

    @Override
    public final int run(String[] arguments) throws Exception {
        if (arguments.length != 2) {
            return usage("INPUT OUTPUT");
        }
        return firstJob(getConf(), new Path(arguments[0]), new Path(arguments[1]))
                        .waitForCompletion(true)
                ? 0
                : 1;
    }
}
