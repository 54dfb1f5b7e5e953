package io.millrace.collective.loop;

import io.millrace.collective.gang.LoopTerms;
import io.millrace.hadoop.config.ResultSettings;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** The settings that may affect the result of a loop, among those that anybody has set. */
final class LoopSettings {

    private static final String TEMPORARY = "hadoop.tmp.dir";

    /** Source of Hadoop's own unchanged settings. */
    private static final String DEFAULTS = "-default.xml";

    /** Settings of this run, or compared by their content. */
    private static final Set<String> ELSEWHERE =
            Set.of(LoopTerms.START, LoopTerms.ITERATIONS, "tmpjars", MRJobConfig.JAR);

    private LoopSettings() {}

    /** The relevant settings of {@code conf}, as a task would see them. */
    static Map<String, String> of(Configuration conf) {
        Configuration anywhere = new Configuration(conf);
        anywhere.set(TEMPORARY, TEMPORARY); // so that no other setting differs
        Map<String, String> settings = new TreeMap<>();
        for (Map.Entry<String, String> entry : conf) {
            String key = entry.getKey();
            if (!ELSEWHERE.contains(key) && !Configuration.isDeprecated(key) && isSet(key, conf)) {
                String relevant = ResultSettings.relevant(key, String.valueOf(anywhere.get(key)));
                if (relevant != null) {
                    settings.put(key, relevant);
                }
            }
        }
        return settings;
    }

    private static boolean isSet(String key, Configuration conf) {
        String[] sources = conf.getPropertySources(key);
        return sources == null
                || sources.length == 0
                || !sources[sources.length - 1].endsWith(DEFAULTS);
    }
}
