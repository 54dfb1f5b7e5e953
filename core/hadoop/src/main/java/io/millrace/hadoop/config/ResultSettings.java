package io.millrace.hadoop.config;

import io.millrace.engine.config.Key;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.files.config.FileKeys;
import io.millrace.formats.config.KeySource;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.jspecify.annotations.Nullable;

/**
 * Which settings may affect the result of a job: all that are not listed here, because a program
 * may read any key. The lists contain what says where, when and with which resources a job runs. A
 * module above lists its own keys ({@link KeySource#keysWithoutEffect}).
 */
public final class ResultSettings {

    private static final Set<Key<?>> WITH_EFFECT =
            Set.of(EngineKeys.SORT_TIES, TaskKeys.PARTIAL_REDUCE_CLASS);

    /** Millrace's keys that do not affect results. */
    public static final List<Key<?>> WITHOUT_EFFECT =
            Stream.of(
                            EngineKeys.ALL,
                            TaskKeys.ALL,
                            List.<Key<?>>of(
                                    HadoopKeys.JOB_CLASSLOADER,
                                    HadoopKeys.RETAINED_JOBS,
                                    FileKeys.UNSAFE_DIRECTORY,
                                    FileKeys.WRITE_BEHIND,
                                    FileKeys.REDIRECT),
                            KeySource.all().stream()
                                    .<Key<?>>flatMap(each -> each.keysWithoutEffect().stream())
                                    .toList())
                    .<Key<?>>flatMap(List::stream)
                    .filter(key -> !WITH_EFFECT.contains(key))
                    .toList();

    /** Hadoop's: names and places of a job, its tries, time limits, resources and logs. */
    private static final Set<String> HADOOPS =
            Set.of(
                    MRConfig.FRAMEWORK_NAME,
                    MRConfig.LOCAL_DIR,
                    MRJobConfig.COMPLETED_MAPS_FOR_REDUCE_SLOWSTART,
                    MRJobConfig.IO_SORT_FACTOR,
                    MRJobConfig.IO_SORT_MB,
                    MRJobConfig.JOB_NAME,
                    MRJobConfig.JOB_RUNNING_MAP_LIMIT,
                    MRJobConfig.JOB_RUNNING_REDUCE_LIMIT,
                    MRJobConfig.JOB_TAGS,
                    JobContext.JVM_NUMTASKS_TORUN,
                    MRJobConfig.MAP_COMBINE_MIN_SPILLS,
                    MRJobConfig.MAP_CPU_VCORES,
                    MRJobConfig.MAP_LOG_LEVEL,
                    MRJobConfig.MAP_MAX_ATTEMPTS,
                    MRJobConfig.MAP_MEMORY_MB,
                    MRJobConfig.MAP_OUTPUT_COMPRESS,
                    MRJobConfig.MAP_OUTPUT_COMPRESS_CODEC,
                    MRJobConfig.MAP_SORT_SPILL_PERCENT,
                    MRJobConfig.MAP_SPECULATIVE,
                    MRJobConfig.PRIORITY,
                    MRJobConfig.QUEUE_NAME,
                    MRJobConfig.REDUCE_CPU_VCORES,
                    MRJobConfig.REDUCE_LOG_LEVEL,
                    MRJobConfig.REDUCE_MAX_ATTEMPTS,
                    MRJobConfig.REDUCE_MEMORY_MB,
                    MRJobConfig.REDUCE_SPECULATIVE,
                    MRJobConfig.TASK_EXIT_TIMEOUT,
                    MRJobConfig.TASK_TIMEOUT,
                    MRJobConfig.TASK_TIMEOUT_CHECK_INTERVAL_MS,
                    MRJobConfig.USER_NAME,
                    "hadoop.tmp.dir",
                    "mapreduce.job.userlog.retain.hours",
                    "mapreduce.local.map.tasks.maximum",
                    "mapreduce.local.reduce.tasks.maximum",
                    "mapreduce.task.userlog.limit.kb");

    /** Beginnings of Hadoop's keys of the same kind. */
    private static final List<String> PREFIXES =
            List.of(
                    "mapreduce.client.",
                    "mapreduce.job.end-notification.",
                    "mapreduce.job.ubertask.",
                    "mapreduce.jobhistory.",
                    "mapreduce.reduce.shuffle.",
                    "mapreduce.shuffle.",
                    "mapreduce.task.profile",
                    "yarn.app.mapreduce.am.",
                    "yarn.nodemanager.",
                    "yarn.resourcemanager.");

    /** Options of JVMs: heap, collector and compilers do not matter, but a program reads others. */
    private static final Set<String> JVM_OPTIONS =
            Set.of(
                    "mapred.child.java.opts",
                    MRJobConfig.MAP_JAVA_OPTS,
                    MRJobConfig.REDUCE_JAVA_OPTS,
                    MRJobConfig.MAPRED_MAP_ADMIN_JAVA_OPTS,
                    MRJobConfig.MAPRED_REDUCE_ADMIN_JAVA_OPTS);

    private static final Set<String> NAMES = names();

    private ResultSettings() {}

    private static Set<String> names() {
        return Stream.concat(HADOOPS.stream(), WITHOUT_EFFECT.stream().map(Key::name))
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * The part of a setting that may affect a result: usually all of it.
     *
     * @return null if it does not matter
     */
    public static @Nullable String relevant(String key, String value) {
        if (NAMES.contains(key) || PREFIXES.stream().anyMatch(key::startsWith)) {
            return null;
        }
        if (!JVM_OPTIONS.contains(key)) {
            return value;
        }
        String options =
                Arrays.stream(value.strip().split("\\s+", -1))
                        .filter(option -> !isOfTheJvm(option))
                        .collect(Collectors.joining(" "));
        return options.isEmpty() ? null : options;
    }

    private static boolean isOfTheJvm(String option) {
        return option.startsWith("-X") && !option.startsWith("-Xbootclasspath");
    }
}
