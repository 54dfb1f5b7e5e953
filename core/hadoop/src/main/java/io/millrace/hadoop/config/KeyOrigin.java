package io.millrace.hadoop.config;

import java.util.Arrays;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/** Distinguishes values that somebody chose from Hadoop's defaults. */
public final class KeyOrigin {

    /** The source that Hadoop's configuration names for values that Millrace set by itself. */
    public static final String MILLRACE = "millrace";

    private static final String JOB_FILE = "job.xml";
    private static final String DEFAULTS_SUFFIX = "-default.xml";
    private static final String SITE_SUFFIX = "-site.xml";

    private static final Set<String> HADOOPS_DEFAULTS =
            Set.of(
                    "core-default.xml",
                    "hdfs-default.xml",
                    "mapred-default.xml",
                    "yarn-default.xml");

    private KeyOrigin() {}

    /**
     * Whether the value of {@code key} comes from code, a site file or the command line: not from
     * Hadoop's {@code *-default.xml}, and not from Millrace itself. Works for a conf read back from
     * {@code job.xml}, too.
     */
    public static boolean chosen(Configuration conf, String key) {
        String[] sources = conf.getPropertySources(key);
        if (sources == null) {
            return conf.getRaw(key) != null;
        }
        for (String source : sources) {
            boolean people =
                    !source.endsWith(DEFAULTS_SUFFIX)
                            && !source.endsWith(JOB_FILE)
                            && !source.equals(MILLRACE);
            if (people) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a site file set {@code key}, even if the conf was read back from {@code job.xml}
     * since.
     */
    public static boolean ofSite(Configuration conf, String key) {
        String[] sources = conf.getPropertySources(key);
        return sources != null
                && Arrays.stream(sources).anyMatch(source -> source.endsWith(SITE_SUFFIX));
    }

    /** Whether {@code key} has the value of Hadoop's own default files. */
    public static boolean hadoops(Configuration conf, String key) {
        String[] sources = conf.getPropertySources(key);
        if (sources == null || !HADOOPS_DEFAULTS.contains(sources[0])) {
            return false;
        }
        // Values read from a job's file list that file as their last source.
        return sources.length == 1 || (sources.length == 2 && sources[1].endsWith(JOB_FILE));
    }
}
