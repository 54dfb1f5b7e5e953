package io.millrace.hadoop.config;

import java.util.Arrays;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/** Tells values that somebody chose from values that are only Hadoop's defaults. */
public final class KeyOrigin {

    /** What Hadoop's configuration gives as the source of a value that Millrace set by itself. */
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
     * Whether {@code key} has a value that came from elsewhere than Hadoop's {@code *-default.xml}:
     * from code, a site file or the command line, and not from Millrace itself. Works on a conf
     * read back from {@code job.xml} as well.
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

    /** Whether a site's file gave {@code key} a value, also if a job has read it back since. */
    public static boolean ofSite(Configuration conf, String key) {
        String[] sources = conf.getPropertySources(key);
        return sources != null
                && Arrays.stream(sources).anyMatch(source -> source.endsWith(SITE_SUFFIX));
    }

    /** Whether {@code key} has the value that Hadoop's own files of defaults give it. */
    public static boolean hadoops(Configuration conf, String key) {
        String[] sources = conf.getPropertySources(key);
        if (sources == null || !HADOOPS_DEFAULTS.contains(sources[0])) {
            return false;
        }
        // What is read from a job's file is told to come from there, after all else.
        return sources.length == 1 || (sources.length == 2 && sources[1].endsWith(JOB_FILE));
    }
}
