package io.millrace.cluster.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.junit.jupiter.api.Test;

class AgentOptionTest {

    private static final Path JAR = Path.of("/somewhere/millrace-cluster.jar");

    @Test
    void theAgentComesAfterTheJobsOwnOptionsOnce() {
        Configuration conf = new Configuration(false);
        conf.set("mapred.child.java.opts", "-Xmx300m");
        conf.set(MRJobConfig.REDUCE_JAVA_OPTS, "-Xmx400m");
        AgentOption.add(conf, JAR);
        AgentOption.add(conf, JAR);
        assertThat(conf.get(MRJobConfig.MAP_JAVA_OPTS))
                .isEqualTo("-Xmx300m -javaagent:millrace-cluster.jar");
        assertThat(conf.get(MRJobConfig.REDUCE_JAVA_OPTS))
                .isEqualTo("-Xmx400m -javaagent:millrace-cluster.jar");
    }

    @Test
    void disabledRewritesBecomeArguments() {
        Configuration conf = new Configuration(false);
        conf.setBoolean("millrace.rewrite.double", false);
        AgentOption.add(conf, JAR);
        assertThat(conf.get(MRJobConfig.MAP_JAVA_OPTS))
                .isEqualTo("-javaagent:millrace-cluster.jar=millrace.rewrite.double=false");
    }
}
