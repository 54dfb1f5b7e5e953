package io.millrace.cluster.job;

import io.millrace.bytecode.rewrite.Rewrite;
import io.millrace.bytecode.rewrite.Rewrites;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;

/** The agent in the options of the tasks' JVMs. */
final class AgentOption {

    private static final String AGENT = "-javaagent:";

    /** Options of both kinds of task, for jobs that do not set the others. */
    private static final String ALL_TASKS = "mapred.child.java.opts";

    private AgentOption() {}

    /**
     * Adds the agent to the options, once. The settings of rewrites become its arguments, because
     * it starts before the job's configuration is read.
     *
     * @param jar the shipped jar, which the cluster links into the directory of each container
     */
    static void add(Configuration conf, Path jar) {
        String agent = AGENT + jar.getFileName() + arguments(conf);
        for (String key : List.of(MRJobConfig.MAP_JAVA_OPTS, MRJobConfig.REDUCE_JAVA_OPTS)) {
            String options = conf.get(key, conf.get(ALL_TASKS, ""));
            if (!options.contains(AGENT + jar.getFileName())) {
                conf.set(key, (options + " " + agent).trim());
            }
        }
    }

    private static String arguments(Configuration conf) {
        Rewrites enabled = Rewrites.in(conf::get);
        String disabled =
                Arrays.stream(Rewrite.values())
                        .filter(rewrite -> !enabled.contains(rewrite))
                        .map(rewrite -> rewrite.key().name() + "=false")
                        .collect(Collectors.joining(","));
        return disabled.isEmpty() ? "" : "=" + disabled;
    }
}
