package io.millrace.hadoop.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/**
 * Millrace's treatment of one of Hadoop's own keys. Keys that the list omits either have their
 * usual meaning, because Hadoop's own classes read them, or configure services of a cluster, which
 * do not exist here.
 *
 * @param key a name, or a prefix of names with {@code *} at its end
 * @param sentence what the key does in Millrace
 */
public record HadoopKeyUse(String key, Use use, String sentence) {

    /** How closely a key's effect matches its effect on a cluster. */
    public enum Use {
        /** Does what it does on a cluster. */
        HONOURED,
        /** Another mechanism serves the purpose of the key. */
        APPROXIMATED,
        /**
         * Has its cluster effect if {@code millrace.task.isolation} is {@code process}, and none
         * otherwise.
         */
        FORKED,
        /** Has no effect; the log warns once if a job sets it. */
        IGNORED
    }

    private static final String NO_CONTAINERS =
            "Tasks run in the client's process and share its memory and cores.";

    private static final String HADOOPS_PATH =
            "A job that sets this runs on Hadoop's own collector, sort, shuffle and merge.";

    /** All keys that need an explanation. */
    public static final List<HadoopKeyUse> ALL =
            List.of(
                    honoured("mapreduce.job.reduces", "Number of reduce tasks."),
                    honoured("mapreduce.job.max.map", "Maximum number of map tasks of a job."),
                    honoured(
                            "mapreduce.job.priority",
                            "Jobs with a higher priority get free slots first."),
                    honoured(
                            "mapreduce.job.running.map.limit",
                            "Maximum number of map tasks that run at once."),
                    honoured(
                            "mapreduce.job.running.reduce.limit",
                            "Maximum number of reduce tasks that run at once."),
                    honoured(
                            "mapreduce.map.maxattempts",
                            "Number of failed attempts at a map task that fail the job."),
                    honoured(
                            "mapreduce.reduce.maxattempts",
                            "Number of failed attempts at a reduce task that fail the job."),
                    honoured(
                            "mapreduce.map.failures.maxpercent",
                            "Percentage of map tasks that may fail without failing the job."),
                    honoured(
                            "mapreduce.reduce.failures.maxpercent",
                            "Percentage of reduce tasks that may fail without failing the job."),
                    honoured(
                            "mapreduce.task.timeout",
                            "Time without a sign of life after which an attempt fails."),
                    honoured(
                            "mapreduce.task.timeout.check-interval-ms",
                            "Interval of that check; an attempt that shows life before"
                                    + " the next check does not time out."),
                    honoured(
                            "mapreduce.task.progress-report.interval",
                            "Interval at which signs of life are sampled; the timeout is"
                                    + " at least twice as long."),
                    honoured(
                            "mapreduce.task.exit.timeout",
                            "Time that an attempt has to stop after it was ended."),
                    honoured(
                            "mapreduce.task.max.status.length",
                            "Length at which status texts are truncated."),
                    honoured(
                            "mapreduce.job.counters.*",
                            "Limits on counters; the first job's limits apply to the"
                                    + " whole process."),
                    honoured(
                            "mapreduce.job.split.metainfo.maxsize",
                            "Maximum size of a job's list of splits."),
                    honoured(
                            "mapreduce.job.end-notification.*",
                            "URL to notify when the job ends, and number of tries."),
                    honoured("mapreduce.fileoutputcommitter.*", "Read by Hadoop's committer."),
                    honoured(
                            "mapreduce.outputcommitter.factory.*",
                            "Read by Hadoop's output formats."),
                    honoured(
                            "mapreduce.job.classloader*",
                            "The job's classes come before the client's, except for"
                                    + " system classes."),
                    honoured(
                            "mapreduce.job.user.classpath.first",
                            "The job's classes come before the client's, except for Hadoop's."),
                    honoured("mapreduce.job.cache.*", "The distributed cache."),
                    honoured(
                            "mapreduce.job.jar.unpack.pattern",
                            "Pattern of the entries of the job's jar that are unpacked."),
                    honoured("mapreduce.cluster.local.dir", "Directories for local files of jobs."),
                    honoured(
                            "mapreduce.reduce.markreset.buffer.*",
                            "Memory for values that a reducer wants to read again."),
                    honoured(
                            "mapreduce.job.encrypted-intermediate-data*",
                            "Spilled records are encrypted on disk."),
                    honoured(
                            "mapreduce.map.output.compress*",
                            "Spilled records are compressed; records in memory are not."),
                    honoured(
                            "mapreduce.client.completion.pollinterval",
                            "Interval at which a client polls; 10 ms unless set."),
                    honoured(
                            "mapreduce.client.progressmonitor.pollinterval",
                            "Interval at which a client polls; 10 ms unless set."),
                    approximated(
                            "mapreduce.task.io.sort.mb",
                            "All tasks share the record memory of millrace.memory.max. A combiner that"
                                    + " is called sees as many records at once as fit a sort buffer"
                                    + " of this size. With millrace.sort.ties=hadoop, this key and"
                                    + " the next five are honoured."),
                    approximated(
                            "mapreduce.map.sort.spill.percent",
                            "Records are spilled to disk when millrace.memory.max is used up. A"
                                    + " combiner that is called sees as many records at once as"
                                    + " fill this share of the sort buffer."),
                    approximated(
                            "mapreduce.task.io.sort.factor",
                            "The number of runs merged at once is millrace.merge.factor."),
                    approximated(
                            "mapreduce.reduce.shuffle.*",
                            "Map output stays in record memory, which millrace.memory.max sets."),
                    approximated(
                            "mapreduce.reduce.merge.*",
                            "Map output stays in record memory, which millrace.memory.max sets."),
                    approximated(
                            "mapreduce.reduce.input.buffer.percent",
                            "Map output stays in record memory, which millrace.memory.max sets."),
                    approximated(
                            "mapreduce.job.reduce.slowstart.completedmaps",
                            "Reduce tasks start when all map tasks have ended."),
                    approximated(
                            "mapreduce.task.merge.progress.records",
                            "Progress is reported ten times a second."),
                    approximated(
                            "mapreduce.task.combine.progress.records",
                            "Progress is reported ten times a second."),
                    honoured("mapreduce.job.map.output.collector.class", HADOOPS_PATH),
                    honoured("map.sort.class", HADOOPS_PATH),
                    honoured("mapreduce.job.reduce.shuffle.consumer.plugin.class", HADOOPS_PATH),
                    honoured(
                            "mapreduce.map.combine.minspills",
                            "Number of spills of a map task from which a combiner that is called"
                                    + " combines them again."),
                    honoured(
                            "mapreduce.reduce.memory.totalbytes",
                            "A job that sets this runs on Hadoop's own collector, sort, shuffle and"
                                    + " merge, unless millrace.sort.ties=hadoop, which honours the"
                                    + " key."),
                    ignored(
                            "mapreduce.task.stuck.timeout-ms",
                            "Attempts do not wait for a container to start."),
                    ignored("mapreduce.map.speculative", "A task never runs twice at once."),
                    ignored("mapreduce.reduce.speculative", "A task never runs twice at once."),
                    ignored("mapreduce.job.speculative.*", "A task never runs twice at once."),
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

    /** Whether this covers the key {@code name}. */
    public boolean covers(String name) {
        return key.endsWith("*")
                ? name.startsWith(key.substring(0, key.length() - 1))
                : name.equals(key);
    }

    /** The keys that have no effect although somebody chose their value, with the reason. */
    public static List<Map.Entry<String, HadoopKeyUse>> ignoredIn(Configuration conf) {
        boolean forks = ProcessLayout.of(HadoopKeys.settings(conf)).elsewhere();
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

    /** A switch that is off needs no warning. */
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
                "Takes effect with millrace.task.isolation=process or millrace.workers, which"
                        + " run tasks in separate processes.");
    }

    private static HadoopKeyUse ignored(String key, String sentence) {
        return new HadoopKeyUse(key, Use.IGNORED, sentence);
    }
}
