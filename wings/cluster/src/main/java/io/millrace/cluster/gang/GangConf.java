package io.millrace.cluster.gang;

import io.millrace.cluster.config.ClusterKeys;
import io.millrace.workers.gang.WholeGang;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TaskType;
import org.jspecify.annotations.Nullable;

/** Makes the configuration of a gang of that of a job, and the job's of the gang's. */
final class GangConf {

    private static final String PREFIX = "io.millrace.gang.";

    /** The keys that were changed; the job's values are under their names after the next prefix. */
    private static final String CHANGED = PREFIX + "changed";

    private static final String VALUE = PREFIX + "value.";

    /** The advice to a user if the cluster has no room for a gang. */
    static final String ADVICE =
            "lower %s or %s, or raise %s"
                    .formatted(
                            ClusterKeys.GANG_WORKERS,
                            ClusterKeys.GANG_SLOTS,
                            ClusterKeys.GANG_START_SECONDS);

    private static final String ALL_TASKS_OPTIONS = "mapred.child.java.opts";

    private GangConf() {}

    /** The configuration of the gang that runs a job. */
    static JobConf gangOf(JobConf job) {
        JobConf gang = new JobConf(job);
        List<String> changed = new ArrayList<>();
        changes(job)
                .forEach((key, value) -> {
                    changed.add(key);
                    String before = job.getRaw(key);
                    if (before != null) {
                        gang.set(VALUE + key, before);
                    }
                    set(gang, key, value);
                });
        gang.setStrings(CHANGED, changed.toArray(String[]::new));
        return gang;
    }

    private static Map<String, @Nullable String> changes(JobConf job) {
        int workers = ClusterKeys.GANG_WORKERS.in(job::get);
        int slots = ClusterKeys.GANG_SLOTS.in(job::get);
        long memory =
                Math.max(
                        job.getMemoryRequired(TaskType.MAP),
                        job.getNumReduceTasks() == 0 ? 0 : job.getMemoryRequired(TaskType.REDUCE));
        Map<String, @Nullable String> changes = new LinkedHashMap<>();
        changes.put(MRJobConfig.MAP_CLASS_ATTR, GangMapper.class.getName());
        changes.put(MRJobConfig.INPUT_FORMAT_CLASS_ATTR, GangInputFormat.class.getName());
        changes.put(MRJobConfig.OUTPUT_FORMAT_CLASS_ATTR, GangOutputFormat.class.getName());
        changes.put("mapred.mapper.new-api", "true");
        changes.put("io.serializations", null);
        changes.put(MRJobConfig.NUM_MAPS, Integer.toString(workers));
        changes.put(MRJobConfig.NUM_REDUCES, "0");
        changes.put(MRJobConfig.MAP_SPECULATIVE, "false");
        changes.putAll(WholeGang.settings(ClusterKeys.GANG_START_SECONDS.in(job::get), ADVICE));
        changes.put(MRJobConfig.MAP_FAILURES_MAX_PERCENT, "0");
        changes.put(MRJobConfig.JOB_RUNNING_MAP_LIMIT, "0");
        changes.put(MRJobConfig.JOB_UBERTASK_ENABLE, "false");
        changes.put(MRJobConfig.MAP_MEMORY_MB, Long.toString(slots * memory));
        changes.put(MRJobConfig.MAP_CPU_VCORES, Integer.toString(slots * cores(job)));
        changes.put(MRJobConfig.MAP_JAVA_OPTS, options(job));
        return changes;
    }

    private static int cores(JobConf job) {
        int cores = job.getInt(MRJobConfig.MAP_CPU_VCORES, MRJobConfig.DEFAULT_MAP_CPU_VCORES);
        return job.getNumReduceTasks() == 0
                ? cores
                : Math.max(
                        cores,
                        job.getInt(
                                MRJobConfig.REDUCE_CPU_VCORES,
                                MRJobConfig.DEFAULT_REDUCE_CPU_VCORES));
    }

    /** Without a heap size, which was for one task: Hadoop derives one from the container's. */
    private static String options(JobConf job) {
        String options = job.get(MRJobConfig.MAP_JAVA_OPTS, job.get(ALL_TASKS_OPTIONS, ""));
        return options.replaceAll("-Xm[xsn]\\S+", "").strip();
    }

    /** The configuration of the job that a gang runs. */
    static JobConf jobOf(JobConf gang) {
        JobConf job = new JobConf(gang);
        for (String key : gang.getStrings(CHANGED)) {
            set(job, key, gang.getRaw(VALUE + key));
            job.unset(VALUE + key);
        }
        job.unset(CHANGED);
        return job;
    }

    /**
     * The same, as a driver runs it. To the job's output committer, each driver is an application
     * master: what the workers of a lost one still write or commit is not in the place that the
     * next one's workers commit to, and is not part of the job's output.
     *
     * @param driver the attempt of the driver's task
     */
    static JobConf jobOf(JobConf gang, int driver) {
        JobConf job = jobOf(gang);
        job.setInt(MRJobConfig.APPLICATION_ATTEMPT_ID, driver + 1);
        return job;
    }

    private static void set(JobConf conf, String key, @Nullable String value) {
        if (value == null) {
            conf.unset(key);
        } else {
            conf.set(key, value);
        }
    }
}
