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

/**
 * The Hadoop layer's configuration keys, and the list of all keys that a job may set. Where Hone
 * (EDBT 2014, table 2) has a name for a parameter, the sentence gives it in brackets.
 */
public final class HadoopKeys {

    private static final int MAX_REDUCES = 1_000_000;
    private static final int MAX_RETAINED_JOBS = 100_000;
    private static final long MIN_SPLIT_BYTES = 1;

    public static final Key<Long> SPLIT_SIZE =
            Key.bytesOrAuto(
                    "millrace.split.size",
                    MIN_SPLIT_BYTES,
                    "Size of an input split of FileInputFormat [s]; auto leaves it to Hadoop's own keys, which win where set.");

    public static final Key<Integer> REDUCES =
            Key.integerOrAuto(
                    "millrace.reduces",
                    1,
                    MAX_REDUCES,
                    "Number of reduce tasks of a job that has any [r]; auto leaves it to the job.");

    public static final Key<ClassLoaderMode> JOB_CLASSLOADER =
            Key.oneOf(
                    "millrace.job.classloader",
                    ClassLoaderMode.SHARED,
                    "Whether the client's classes or those of the job's jar come first; with millrace.task.isolation=slot, the job's do. mapreduce.job.classloader=true asks for isolated.");

    public static final Key<LinkConflict> LINK_CONFLICT =
            Key.oneOf(
                    "millrace.cache.link.conflict",
                    LinkConflict.WAIT,
                    "What to do if a cached file's link would hide another file of the working directory. wait waits if it is another job's, and fails if not; a job that a task submitted does not wait, but runs in processes of its own.");

    public static final Key<Integer> RETAINED_JOBS =
            Key.integer(
                    "millrace.client.retained.jobs",
                    100,
                    1,
                    MAX_RETAINED_JOBS,
                    "Ended jobs whose status, counters and configuration can still be asked for.");

    /**
     * Every key that a job may set, in the order in which they are listed to people: the engine's
     * first, those of modules above this one last.
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
     * Checks all keys of ours in a job's configuration.
     *
     * @throws io.millrace.engine.config.BadSettingException if a value is not allowed, or a key is
     *     unknown or of a module that is not on the class path
     */
    public static void check(Configuration conf) {
        List<String> ours =
                conf.getPropsWithPrefix(UnknownKeys.PREFIX).keySet().stream()
                        .map(UnknownKeys.PREFIX::concat)
                        .sorted()
                        .toList();
        ModuleAbove.refuseMissing(ours, ALL);
        UnknownKeys.refuse(ours, ALL);
        Settings settings = settings(conf);
        ALL.forEach(key -> key.in(settings));
    }
}
