package io.millrace.cluster.job;

import io.millrace.cluster.config.ClusterKeys;
import io.millrace.engine.config.BadSettingException;
import io.millrace.formats.order.FingerprintJobs;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;

/** Makes a job use the plug-ins: names their classes, and ships the jar with the job. */
public final class PluginSettings {

    /**
     * The result for a job's configuration.
     *
     * @param leftOut for each plug-in left out, the reason
     * @param keepsInput whether this call let reduce tasks keep map outputs in memory
     */
    public record Outcome(Map<Plugin, String> leftOut, boolean keepsInput) {}

    /** Jars that Hadoop's client copies to the cluster and puts on the tasks' class path. */
    private static final String SHIPPED_JARS = "tmpjars";

    private PluginSettings() {}

    /**
     * Changes a job's configuration before its submission. Plug-ins that the configuration does not
     * allow are left out, and the job runs without them. May be called again.
     *
     * @param jar the jar with all classes of the plug-ins, on the local disk
     * @throws BadSettingException if the job is to sort by fingerprints, and needs the order of its
     *     keys
     */
    public static Outcome add(Configuration conf, Path jar) {
        Map<Plugin, String> leftOut = new LinkedHashMap<>();
        boolean used = false;
        for (Plugin plugin : Plugin.values()) {
            var hindrance = plugin.hindrance(conf);
            if (hindrance.isPresent()) {
                leftOut.put(plugin, hindrance.get());
            } else {
                conf.set(plugin.key(), plugin.value(conf));
                used = true;
            }
        }
        if (ClusterKeys.CONVERSIONS.in(conf::get)) {
            AgentOption.add(conf, jar);
            used = true;
        }
        if (FingerprintJobs.apply(conf)) {
            used = true;
        }
        if (used) {
            ship(conf, jar);
        }
        boolean keepsInput = !leftOut.containsKey(Plugin.SHUFFLE) && KeptInput.raise(conf);
        return new Outcome(leftOut, keepsInput);
    }

    /** Ships the jar with a job, beside all others. */
    public static void ship(Configuration conf, Path jar) {
        Set<String> jars = new LinkedHashSet<>(Arrays.asList(conf.getTrimmedStrings(SHIPPED_JARS)));
        jars.add(jar.toAbsolutePath().toUri().toString());
        conf.set(SHIPPED_JARS, String.join(",", jars));
    }
}
