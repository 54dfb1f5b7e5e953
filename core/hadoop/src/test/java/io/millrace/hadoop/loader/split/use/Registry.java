package io.millrace.hadoop.loader.split.use;

import io.millrace.hadoop.loader.split.Meter;

/** Takes objects of the other package. */
public final class Registry {

    private Registry() {}

    public static String describe(Meter meter) {
        return "meter " + meter.name();
    }
}
