package io.millrace.conformance;

import java.io.File;
import java.nio.file.Path;
import java.util.Map;

/** The code that Hadoop's tests test: the runner of their jobs. */
enum Target {

    /** Millrace, in the JVM of the test. */
    MILLRACE("cases.txt") {
        @Override
        Map<String, String> settings() {
            return Map.of("mapreduce.framework.name", Redirection.MILLRACE);
        }

        @Override
        String classPath(Path settings, Path ownJar, String libraries) {
            return path(settings.toString(), ownJar.toString(), libraries);
        }
    },

    /** Hadoop's local runner, with Millrace's plug-ins for clusters in its tasks. */
    PLUGINS("plugins.txt") {
        @Override
        Map<String, String> settings() {
            return Map.of(
                    "mapreduce.framework.name",
                    "local",
                    "mapreduce.job.map.output.collector.class",
                    "io.millrace.cluster.MillraceCollector,org.apache.hadoop.mapred.MapTask$MapOutputBuffer",
                    "mapreduce.job.reduce.shuffle.consumer.plugin.class",
                    "io.millrace.cluster.MillraceShuffle");
        }

        @Override
        String classPath(Path settings, Path ownJar, String libraries) {
            return path(settings.toString(), libraries, ownJar.toString());
        }
    };

    private final String cases;

    Target(String cases) {
        this.cases = cases;
    }

    /** The file with its test classes. */
    String cases() {
        return cases;
    }

    /** The settings of all jobs. */
    abstract Map<String, String> settings();

    /**
     * The class path of test JVMs. The own jar has a provider and a mini cluster that redirect jobs
     * to Millrace. They do so only if the jar precedes Hadoop's.
     */
    abstract String classPath(Path settings, Path ownJar, String libraries);

    private static String path(String... parts) {
        return String.join(File.pathSeparator, parts);
    }
}
