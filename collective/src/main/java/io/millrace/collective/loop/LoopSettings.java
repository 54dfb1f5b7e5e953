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
 * The settings that may affect the result of a loop: all that anybody has set, because a program
 * may read any key, except for keys that are known not to matter.
 */
final class LoopSettings {

    private static final String TEMPORARY = "hadoop.tmp.dir";

    /** Source of Hadoop's own unchanged settings. */
    private static final String DEFAULTS = "-default.xml";

    /**
     * Names and places of a job, and its numbers of tries and timeouts. Jars and brought files are
     * compared by their content.
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

    /** Settings of the engine and of reports, which do not change results. */
    private static final List<String> PREFIXES =
            List.of(
                    "millrace.ui.",
                    "millrace.report.",
                    "millrace.history.",
                    "mapreduce.job.end-notification.");

    /** Millrace's keys that do not change results. */
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

    /** The relevant settings of {@code conf}, as a task would see them. */
    static Map<String, String> of(Configuration conf) {
        Configuration anywhere = new Configuration(conf);
        anywhere.set(TEMPORARY, TEMPORARY); // so that no other setting differs
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
