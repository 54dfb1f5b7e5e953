package io.millrace.hadoop.plan;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.engine.config.Key;
import io.millrace.formats.config.FormatKeys;
import io.millrace.formats.registry.FormatRegistry;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.jspecify.annotations.Nullable;

/**
 * The settings on which a plan depends and which a job's code can still change for an attempt
 * before Hadoop reads them. Immutable.
 */
final class PlanBasis {

    private static final List<String> OF_ALL_JOBS =
            List.of(
                    CommonConfigurationKeysPublic.IO_SERIALIZATIONS_KEY,
                    MRJobConfig.INPUT_FORMAT_CLASS_ATTR,
                    "mapred.input.format.class",
                    MRJobConfig.OUTPUT_FORMAT_CLASS_ATTR,
                    "mapred.output.format.class",
                    MRJobConfig.MAP_OUTPUT_KEY_CLASS,
                    MRJobConfig.MAP_OUTPUT_VALUE_CLASS,
                    MRJobConfig.OUTPUT_KEY_CLASS,
                    MRJobConfig.OUTPUT_VALUE_CLASS,
                    MRJobConfig.COMBINE_CLASS_ATTR,
                    "mapred.combiner.class",
                    MRJobConfig.COMBINER_GROUP_COMPARATOR_CLASS,
                    FormatKeys.INPUT_CACHE.name(),
                    Rewrite.FAST_PATHS.name());

    private final Map<String, @Nullable String> values;

    private PlanBasis(Map<String, @Nullable String> values) {
        this.values = values;
    }

    static PlanBasis of(Configuration conf, FormatRegistry registry) {
        Set<String> keys = new LinkedHashSet<>(OF_ALL_JOBS);
        keys.addAll(registry.settings());
        Rewrite.keys().stream().map(Key::name).forEach(keys::add);
        Map<String, @Nullable String> values = new HashMap<>();
        keys.forEach(key -> values.put(key, conf.get(key)));
        return new PlanBasis(values);
    }

    /** Whether all of these settings are unchanged. */
    boolean holdsIn(Configuration conf) {
        return values.entrySet().stream()
                .allMatch(
                        setting -> Objects.equals(setting.getValue(), conf.get(setting.getKey())));
    }
}
