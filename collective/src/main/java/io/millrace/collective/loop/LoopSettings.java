package io.millrace.collective.loop;

import io.millrace.collective.config.CollectiveKeys;
import io.millrace.collective.gang.LoopTerms;
import io.millrace.engine.config.Key;
import io.millrace.engine.plan.EngineKeys;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;

/**
 * The settings that the result of a loop may hang on: all that anybody has set, as a program may
 * ask for any key, but those of which it is known what they are for.
 */
final class LoopSettings {

    private static final String TEMPORARY = "hadoop.tmp.dir";

    /** Where Hadoop's own settings come from that nobody has changed. */
    private static final String DEFAULTS = "-default.xml";

    /**
     * Names of a job, where it is, and how often and how long it is tried. Jars and brought files
     * are compared by what is in them.
     */
    private static final Set<String> OF_ONE_RUN =
            Set.of(
                    LoopTerms.START,
                    LoopTerms.ITERATIONS,
                    TEMPORARY,
                    "tmpjars",
                    "mapreduce.client.genericoptionsparser.used",
                    MRJobConfig.JAR,
                    MRJobConfig.JOB_NAME,
                    MRJobConfig.JOB_TAGS,
                    MRJobConfig.USER_NAME,
                    MRJobConfig.PRIORITY,
                    MRJobConfig.QUEUE_NAME,
                    MRJobConfig.MAP_MAX_ATTEMPTS,
                    MRJobConfig.REDUCE_MAX_ATTEMPTS,
                    MRJobConfig.TASK_TIMEOUT,
                    MRJobConfig.TASK_EXIT_TIMEOUT,
                    MRJobConfig.TASK_TIMEOUT_CHECK_INTERVAL_MS,
                    MRJobConfig.JOB_RUNNING_MAP_LIMIT,
                    MRJobConfig.JOB_RUNNING_REDUCE_LIMIT,
                    MRConfig.LOCAL_DIR);

    /** How the engine works, which changes no result, and who hears of it. */
    private static final List<String> PREFIXES =
            List.of(
                    "millrace.ui.",
                    "millrace.report.",
                    "millrace.history.",
                    "mapreduce.job.end-notification.");

    /** Of ours, what changes no result. */
    private static final List<Key<?>> HOW =
            List.of(
                    CollectiveKeys.ALGORITHM,
                    CollectiveKeys.KEEP,
                    CollectiveKeys.WORKERS,
                    CollectiveKeys.GATHER_SECONDS,
                    CollectiveKeys.CHECKPOINT_EVERY,
                    CollectiveKeys.CHECKPOINT_PATH);

    private static final Set<String> WITHOUT_EFFECT = withoutEffect();

    private LoopSettings() {}

    private static Set<String> withoutEffect() {
        Set<String> names = new HashSet<>(OF_ONE_RUN);
        HOW.forEach(key -> names.add(key.name()));
        EngineKeys.ALL.forEach(key -> names.add(key.name()));
        return names;
    }

    /** The settings of {@code conf} that count, as a task would be told them. */
    static Map<String, String> of(Configuration conf) {
        Configuration anywhere = new Configuration(conf);
        anywhere.set(TEMPORARY, TEMPORARY); // so that it differs in no other setting
        Map<String, String> settings = new TreeMap<>();
        for (Map.Entry<String, String> entry : conf) {
            String key = entry.getKey();
            if (counts(key) && isSet(key, conf)) {
                settings.put(key, String.valueOf(anywhere.get(key)));
            }
        }
        return settings;
    }

    private static boolean counts(String key) {
        return !WITHOUT_EFFECT.contains(key)
                && !Configuration.isDeprecated(key)
                && PREFIXES.stream().noneMatch(key::startsWith);
    }

    private static boolean isSet(String key, Configuration conf) {
        String[] sources = conf.getPropertySources(key);
        return sources == null
                || sources.length == 0
                || !sources[sources.length - 1].endsWith(DEFAULTS);
    }
}
