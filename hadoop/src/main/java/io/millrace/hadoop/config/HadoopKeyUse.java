package io.millrace.hadoop.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * What becomes of one of Hadoop's own keys. Keys that are not in the list either mean what they
 * mean to Hadoop's classes, which read them, or concern a cluster's services, of which there are
 * none.
 *
 * @param key a name; with {@code *} at its end, all names that begin so
 * @param sentence what it does here
 */
public record HadoopKeyUse(String key, Use use, String sentence) {

    /** How far a key does what it does on a cluster. */
    public enum Use {
        /** Does what it does on a cluster. */
        HONOURED,
        /** Something else does what it is for. */
        APPROXIMATED,
        /**
         * Does what it does on a cluster if {@code millrace.task.isolation} is {@code process}; has
         * no effect else.
         */
        FORKED,
        /** Has no effect; a job that sets it is told so once. */
        IGNORED
    }

    private static final String NO_CONTAINERS =
            "Tasks run in the client's process and share its memory and cores.";

    private static final String HADOOPS_PATH =
            "A job that sets it is run by Hadoop's own collector, sort, shuffle and merge.";

    private static final String HADOOPS_PATH_OR_ORDER =
            "A job that sets it is run by Hadoop's own collector, sort, shuffle and merge, but with"
                    + " millrace.sort.ties=hadoop, which honours it.";

    /** All keys of which there is something to say. */
    public static final List<HadoopKeyUse> ALL =
            List.of(
                    honoured("mapreduce.job.reduces", "Number of reduce tasks."),
                    honoured("mapreduce.job.max.map", "The most map tasks that a job may have."),
                    honoured(
                            "mapreduce.job.priority",
                            "Jobs of a higher priority get free slots first."),
                    honoured(
                            "mapreduce.job.running.map.limit",
                            "The most map tasks that run at once."),
                    honoured(
                            "mapreduce.job.running.reduce.limit",
                            "The most reduce tasks that run at once."),
                    honoured(
                            "mapreduce.map.maxattempts",
                            "Attempts at a map task before the job fails."),
                    honoured(
                            "mapreduce.reduce.maxattempts",
                            "Attempts at a reduce task before the job fails."),
                    honoured(
                            "mapreduce.map.failures.maxpercent",
                            "Map tasks that may fail without failing the job."),
                    honoured(
                            "mapreduce.reduce.failures.maxpercent",
                            "Reduce tasks that may fail without failing the job."),
                    honoured(
                            "mapreduce.task.timeout",
                            "When an attempt without a sign of life has failed."),
                    honoured(
                            "mapreduce.task.timeout.check-interval-ms",
                            "How often that is checked; an attempt that shows life before is not late."),
                    honoured(
                            "mapreduce.task.progress-report.interval",
                            "How often signs of life are looked for; no timeout is below twice that."),
                    honoured(
                            "mapreduce.task.exit.timeout",
                            "How long an attempt that was ended may take to stop."),
                    honoured("mapreduce.task.max.status.length", "Where status texts are cut."),
                    honoured(
                            "mapreduce.job.counters.*",
                            "Limits of counters; those of the first job hold for the process."),
                    honoured(
                            "mapreduce.job.split.metainfo.maxsize",
                            "The largest list of splits that is read."),
                    honoured(
                            "mapreduce.job.end-notification.*",
                            "Whom to tell of the job's end, and how often to try."),
                    honoured("mapreduce.fileoutputcommitter.*", "Hadoop's committer reads them."),
                    honoured("mapreduce.outputcommitter.factory.*", "Hadoop's formats read them."),
                    honoured(
                            "mapreduce.job.classloader*",
                            "The job's classes come before the client's, but for system classes."),
                    honoured(
                            "mapreduce.job.user.classpath.first",
                            "The job's classes come before the client's, but for Hadoop's."),
                    honoured("mapreduce.job.cache.*", "The distributed cache."),
                    honoured(
                            "mapreduce.job.jar.unpack.pattern",
                            "What of the job's jar is unpacked."),
                    honoured("mapreduce.cluster.local.dir", "Where local files of jobs go."),
                    honoured(
                            "mapreduce.reduce.markreset.buffer.*",
                            "Memory for values that a reducer wants to read again."),
                    honoured(
                            "mapreduce.job.encrypted-intermediate-data*",
                            "What memory has no room for is encrypted on disk."),
                    honoured(
                            "mapreduce.map.output.compress*",
                            "Compresses what memory has no room for; the rest stays in memory as it is."),
                    honoured(
                            "mapreduce.client.completion.pollinterval",
                            "How often a client asks; if nobody sets it, every 10 ms."),
                    honoured(
                            "mapreduce.client.progressmonitor.pollinterval",
                            "How often a client asks; if nobody sets it, every 10 ms."),
                    approximated(
                            "mapreduce.task.io.sort.mb",
                            "Record memory is one for all tasks: millrace.memory.max. With"
                                    + " millrace.sort.ties=hadoop, honoured, as the five that follow."),
                    approximated(
                            "mapreduce.map.sort.spill.percent",
                            "Records go to disk when millrace.memory.max is used up."),
                    approximated(
                            "mapreduce.task.io.sort.factor",
                            "Runs that are merged at once: millrace.merge.factor."),
                    approximated(
                            "mapreduce.reduce.shuffle.*",
                            "Map output stays in record memory: millrace.memory.max."),
                    approximated(
                            "mapreduce.reduce.merge.*",
                            "Map output stays in record memory: millrace.memory.max."),
                    approximated(
                            "mapreduce.reduce.input.buffer.percent",
                            "Map output stays in record memory: millrace.memory.max."),
                    approximated(
                            "mapreduce.job.reduce.slowstart.completedmaps",
                            "Reduce tasks begin when all map tasks have ended."),
                    approximated(
                            "mapreduce.task.merge.progress.records",
                            "Progress is told ten times a second."),
                    approximated(
                            "mapreduce.task.combine.progress.records",
                            "Progress is told ten times a second."),
                    honoured("mapreduce.job.map.output.collector.class", HADOOPS_PATH),
                    honoured("map.sort.class", HADOOPS_PATH),
                    honoured("mapreduce.job.reduce.shuffle.consumer.plugin.class", HADOOPS_PATH),
                    honoured("mapreduce.map.combine.minspills", HADOOPS_PATH_OR_ORDER),
                    honoured("mapreduce.reduce.memory.totalbytes", HADOOPS_PATH_OR_ORDER),
                    ignored(
                            "mapreduce.task.stuck.timeout-ms",
                            "No attempt waits for a container to start."),
                    ignored("mapreduce.map.speculative", "Tasks are not run twice at once."),
                    ignored("mapreduce.reduce.speculative", "Tasks are not run twice at once."),
                    ignored("mapreduce.job.speculative.*", "Tasks are not run twice at once."),
                    forked("mapreduce.map.memory.mb"),
                    forked("mapreduce.reduce.memory.mb"),
                    ignored("mapreduce.map.cpu.vcores", NO_CONTAINERS),
                    ignored("mapreduce.reduce.cpu.vcores", NO_CONTAINERS),
                    ignored("mapreduce.map.resource.*", NO_CONTAINERS),
                    ignored("mapreduce.reduce.resource.*", NO_CONTAINERS),
                    forked("mapreduce.map.java.opts"),
                    forked("mapreduce.reduce.java.opts"),
                    forked("mapred.child.java.opts"),
                    forked("mapreduce.map.env*"),
                    forked("mapreduce.reduce.env*"),
                    forked("mapred.child.env"),
                    forked("mapreduce.job.jvm.numtasks"),
                    ignored("mapreduce.task.profile*", "Profile the client's process instead."),
                    ignored("mapreduce.job.ubertask.*", "All jobs run in one process anyway."),
                    ignored("mapreduce.job.node-label-expression", "There is one machine."),
                    ignored("mapreduce.map.node-label-expression", "There is one machine."),
                    ignored("mapreduce.reduce.node-label-expression", "There is one machine."),
                    ignored("yarn.app.mapreduce.am.*", "There is no application master."));

    /** Whether {@code name} is one of these keys. */
    public boolean covers(String name) {
        return key.endsWith("*")
                ? name.startsWith(key.substring(0, key.length() - 1))
                : name.equals(key);
    }

    /** Names of keys that somebody chose a value for, and that have no effect, with the reason. */
    public static List<Map.Entry<String, HadoopKeyUse>> ignoredIn(Configuration conf) {
        boolean forks = TaskKeys.ISOLATION.in(HadoopKeys.settings(conf)) == TaskIsolation.PROCESS;
        List<Map.Entry<String, HadoopKeyUse>> found = new ArrayList<>();
        for (Map.Entry<String, String> each : conf) {
            for (HadoopKeyUse candidate : ALL) {
                boolean ignored =
                        candidate.use == Use.IGNORED || (candidate.use == Use.FORKED && !forks);
                if (ignored
                        && !isOff(each.getValue())
                        && candidate.covers(each.getKey())
                        && KeyOrigin.chosen(conf, each.getKey())) {
                    found.add(Map.entry(each.getKey(), candidate));
                }
            }
        }
        return found;
    }

    /** A switch that is off asks for nothing. */
    private static boolean isOff(String value) {
        return value.trim().equals("false");
    }

    private static HadoopKeyUse honoured(String key, String sentence) {
        return new HadoopKeyUse(key, Use.HONOURED, sentence);
    }

    private static HadoopKeyUse approximated(String key, String sentence) {
        return new HadoopKeyUse(key, Use.APPROXIMATED, sentence);
    }

    private static HadoopKeyUse forked(String key) {
        return new HadoopKeyUse(
                key,
                Use.FORKED,
                "Tasks have a process of their own if millrace.task.isolation=process.");
    }

    private static HadoopKeyUse ignored(String key, String sentence) {
        return new HadoopKeyUse(key, Use.IGNORED, sentence);
    }
}
