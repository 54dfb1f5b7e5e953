package io.millrace.hadoop.config;

import org.apache.hadoop.conf.Configuration;

/** Tells values that somebody chose from values that are only Hadoop's defaults. */
public final class KeyOrigin {

    private static final String JOB_FILE = "job.xml";
    private static final String DEFAULTS_SUFFIX = "-default.xml";

    private KeyOrigin() {}

    /**
     * Whether {@code key} has a value that came from elsewhere than Hadoop's {@code *-default.xml}:
     * from code, a site file or the command line. Works on a conf read back from {@code job.xml} as
     * well.
     */
    public static boolean chosen(Configuration conf, String key) {
        String[] sources = conf.getPropertySources(key);
        if (sources == null) {
            return conf.getRaw(key) != null;
        }
        for (String source : sources) {
            if (!source.endsWith(DEFAULTS_SUFFIX) && !source.endsWith(JOB_FILE)) {
                return true;
            }
        }
        return false;
    }
}
