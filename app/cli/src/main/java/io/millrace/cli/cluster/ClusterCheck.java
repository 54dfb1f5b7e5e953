package io.millrace.cli.cluster;

import io.millrace.cli.doctor.Finding;
import io.millrace.cli.process.CommandException;
import io.millrace.cli.process.Installation;
import io.millrace.cluster.job.Plugin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** Looks at a cluster's configuration, at the cluster, and at each plug-in. */
final class ClusterCheck {

    private static final List<String> TASK_ENVIRONMENTS =
            List.of(MRJobConfig.MAP_ENV, MRJobConfig.REDUCE_ENV);

    private ClusterCheck() {}

    static List<Finding> of(JobConf conf) throws CommandException {
        List<Finding> findings = new ArrayList<>();
        String framework = conf.getTrimmed(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
        if (!framework.equals(MRConfig.YARN_FRAMEWORK_NAME)) {
            findings.add(
                    Finding.problem(
                            "no cluster is configured: "
                                    + MRConfig.FRAMEWORK_NAME
                                    + " is "
                                    + framework,
                            "name the directory of a cluster's configuration with --conf-dir or in"
                                    + " HADOOP_CONF_DIR"));
            return findings;
        }
        findings.addAll(new ResourceManagerCheck(conf).look());
        findings.add(jar());
        for (Plugin plugin : Plugin.values()) {
            findings.add(plugin(plugin, conf));
        }
        findings.add(java(conf));
        if (conf.getBoolean(MRJobConfig.JOB_UBERTASK_ENABLE, false)) {
            findings.add(tasksInTheMaster());
        }
        return findings;
    }

    private static Finding tasksInTheMaster() {
        String key = MRJobConfig.JOB_UBERTASK_ENABLE;
        return Finding.warning(
                "small jobs run in their application master (" + key + ")",
                "the plug-ins use the memory of that JVM; if it runs out, set "
                        + key
                        + " to false");
    }

    private static Finding jar() throws CommandException {
        Path jar = Installation.clusterJar();
        return Files.exists(jar)
                ? Finding.ok("jobs ship " + jar)
                : Finding.problem("there is no " + jar, "install Millrace again, or build it");
    }

    private static Finding plugin(Plugin plugin, Configuration conf) {
        return plugin.hindrance(conf)
                .map(reason ->
                        Finding.problem(
                                "jobs cannot use the plug-in of the %s: %s"
                                        .formatted(plugin.side(), reason),
                                "jobs run without it; set "
                                        + plugin.key()
                                        + " to Hadoop's default to use it"))
                .orElseGet(() ->
                        Finding.ok(
                                "jobs can use the plug-in of the %s: %s=%s"
                                        .formatted(
                                                plugin.side(), plugin.key(), plugin.value(conf))));
    }

    private static Finding java(Configuration conf) {
        for (String key : TASK_ENVIRONMENTS) {
            for (String variable : conf.getTrimmedStrings(key)) {
                if (variable.startsWith("JAVA_HOME=")) {
                    return Finding.ok("tasks run with %s (%s)".formatted(variable, key));
                }
            }
        }
        return Finding.ok(
                "the Java of tasks is not known here: below Java 17 the plug-ins decline, and"
                        + " Hadoop's own code does the work");
    }
}
