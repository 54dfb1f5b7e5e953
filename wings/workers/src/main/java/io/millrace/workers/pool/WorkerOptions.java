package io.millrace.workers.pool;

import io.millrace.hadoop.config.KeyOrigin;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * The JVM options of a worker beside those of the job: as far as the job leaves them open, a worker
 * is a JVM like that of this process, with its share of the heap.
 */
final class WorkerOptions {

    /** Below that, a JVM with Hadoop's classes has hardly room for records. */
    private static final long LEAST_HEAP = 128L << 20;

    private static final String YOUNG = "-Xmn";

    private static final List<String> KEYS =
            List.of(JobConf.MAPRED_MAP_TASK_JAVA_OPTS, "mapred.child.java.opts");

    /** Classes that are loaded faster, because they were loaded before. */
    private static final List<String> CACHES =
            List.of("-XX:AOTCache=", "-XX:SharedArchiveFile=", "-Xlog:aot=", "-Xlog:cds=");

    private static final List<String> COLLECTOR =
            List.of("-XX:+UseParallelGC", "-XX:+UseCompactObjectHeaders");

    private WorkerOptions() {}

    static List<String> of(Configuration job, int workers) {
        String chosen = chosenIn(job);
        List<String> own = ManagementFactory.getRuntimeMXBean().getInputArguments();
        List<String> options = new ArrayList<>();
        own.stream()
                .filter(option -> CACHES.stream().anyMatch(option::startsWith))
                .forEach(options::add);
        if (!chosen.contains("GC")) {
            own.stream().filter(COLLECTOR::contains).forEach(options::add);
        }
        if (!chosen.contains("-Xm") && !KeyOrigin.chosen(job, MRJobConfig.MAP_MEMORY_MB)) {
            addHeap(own, workers, options);
        }
        return options;
    }

    /** The options that the job itself sets, not Hadoop's default. */
    private static String chosenIn(Configuration job) {
        StringBuilder all = new StringBuilder();
        for (String key : KEYS) {
            if (KeyOrigin.chosen(job, key)) {
                all.append(job.get(key, "")).append(' ');
            }
        }
        return all.toString();
    }

    private static void addHeap(List<String> own, int workers, List<String> options) {
        long heap = Math.max(LEAST_HEAP, Runtime.getRuntime().maxMemory() / workers);
        options.add("-Xmx" + (heap >> 20) + "m");
        own.stream()
                .filter(option -> option.matches(YOUNG + "\\d+m"))
                .mapToLong(option ->
                        Long.parseLong(option.substring(YOUNG.length(), option.length() - 1)))
                .forEach(megabytes -> options.add(YOUNG + Math.max(1, megabytes / workers) + "m"));
    }
}
