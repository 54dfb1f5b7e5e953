package io.millrace.hadoop.config;

import io.millrace.engine.config.Key;
import io.millrace.engine.config.Settings;
import io.millrace.engine.config.UnknownKeys;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.files.config.FileKeys;
import io.millrace.formats.config.KeySource;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * The configuration keys of the Hadoop layer, and the list of all keys that a job may set. A
 * sentence gives Hone's name for a parameter (EDBT 2014, table 2) in brackets.
 */
public final class HadoopKeys {

    private static final int MAX_REDUCES = 1_000_000;
    private static final int MAX_RETAINED_JOBS = 100_000;
    private static final long MIN_SPLIT_BYTES = 1;

    public static final Key<Long> SPLIT_SIZE =
            Key.bytesOrAuto(
                    "millrace.split.size",
                    MIN_SPLIT_BYTES,
                    "Size of an input split of FileInputFormat [s]; with auto, Hadoop's"
                            + " own keys decide. They win if they are set.");

    public static final Key<Integer> REDUCES =
            Key.integerOrAuto(
                    "millrace.reduces",
                    1,
                    MAX_REDUCES,
                    "Number of reduce tasks, for jobs that have a reduce phase [r]; with"
                            + " auto, the job decides.");

    public static final Key<ClassLoaderMode> JOB_CLASSLOADER =
            Key.oneOf(
                    "millrace.job.classloader",
                    ClassLoaderMode.SHARED,
                    "Which classes a job sees first: the client's (shared) or those of"
                            + " its own jar (isolated). mapreduce.job.classloader=true selects"
                            + " isolated. With millrace.task.isolation=slot, the job's classes"
                            + " always come first.");

    public static final Key<LinkConflict> LINK_CONFLICT =
            Key.oneOf(
                    "millrace.cache.link.conflict",
                    LinkConflict.WAIT,
                    "Reaction if the link to a cached file would hide another file in"
                            + " the working directory: fail; ignore (use the other file); or wait"
                            + " if the other file belongs to another job, and fail otherwise. A"
                            + " job that a task submitted cannot wait; its tasks run in separate"
                            + " processes.");

    public static final Key<Integer> RETAINED_JOBS =
            Key.integer(
                    "millrace.client.retained.jobs",
                    100,
                    1,
                    MAX_RETAINED_JOBS,
                    "Number of finished jobs whose status, counters and configuration"
                            + " clients can still read.");

    /**
     * All keys that a job may set, in the order of the lists that people read: the engine's keys
     * first, those of higher modules last.
     */
    public static final List<Key<?>> ALL =
            Stream.of(
                            EngineKeys.ALL,
                            TaskKeys.ALL,
                            List.<Key<?>>of(
                                    SPLIT_SIZE,
                                    REDUCES,
                                    JOB_CLASSLOADER,
                                    LINK_CONFLICT,
                                    FileKeys.UNSAFE_DIRECTORY,
                                    FileKeys.WRITE_BEHIND,
                                    FileKeys.REDIRECT,
                                    RETAINED_JOBS),
                            KeySource.all().stream()
                                    .<Key<?>>flatMap(source -> source.keys().stream())
                                    .toList())
                    .<Key<?>>flatMap(List::stream)
                    .toList();

    private HadoopKeys() {}

    /** Hadoop's configuration as the engine sees it, with variables in values expanded. */
    public static Settings settings(Configuration conf) {
        return conf::get;
    }

    /**
     * Checks all Millrace keys in a job's configuration.
     *
     * @throws io.millrace.engine.config.BadSettingException if a value is not allowed, a key is
     *     unknown or was removed, or the module that a key needs is not on the class path
     */
    public static void check(Configuration conf) {
        conf.getPropsWithPrefix(UnknownKeys.PREFIX).keySet().stream()
                .map(UnknownKeys.PREFIX::concat)
                .sorted()
                .forEach(key -> refuseUnknown(key, conf.get(key)));
        Settings settings = settings(conf);
        ALL.forEach(key -> key.in(settings));
        ProcessLayout processes = ProcessLayout.of(settings);
        if (processes.elsewhere() && !ModuleAbove.WORKERS.isPresent(ALL)) {
            throw ModuleAbove.WORKERS.missing(processes.elsewhereBecause());
        }
    }

    /**
     * Checks that a key with Millrace's prefix is known.
     *
     * @param value null if it does not matter
     * @throws io.millrace.engine.config.BadSettingException if the key is unknown, if it or the
     *     value was removed, or if its module is not on the class path
     */
    public static void refuseUnknown(String key, @Nullable String value) {
        RemovedSettings.refuse(key, value);
        ModuleAbove.refuseMissing(List.of(key), ALL);
        UnknownKeys.refuse(List.of(key), ALL);
    }
}
