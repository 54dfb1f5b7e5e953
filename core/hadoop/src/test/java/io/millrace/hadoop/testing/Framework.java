package io.millrace.hadoop.testing;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;

/** What runs a job. */
public enum Framework {
    /** Hadoop's own runner in one JVM: what is right. */
    LOCAL("local"),
    /** Under test. Another framework can be put in its place to test these tests. */
    MILLRACE(System.getProperty("millrace.test.framework", "millrace"));

    private final String configured;

    Framework(String configured) {
        this.configured = configured;
    }

    /** Whether a job with this configuration goes to this framework. */
    public boolean runs(Configuration conf) {
        return configured.equals(conf.get("mapreduce.framework.name"));
    }

    /** A new configuration that names this framework, and is otherwise the same for all. */
    public JobConf newConf() {
        JobConf conf = new JobConf();
        conf.set("mapreduce.framework.name", configured);
        conf.set("fs.defaultFS", "file:///");
        conf.set("hadoop.tmp.dir", Workspace.temporary().toString());
        // The local runner's client sets 1 whatever the user said (contract 2.1); a hint for
        // old-API splits.
        conf.setInt("mapreduce.job.maps", 1);
        conf.setInt("mapreduce.local.map.tasks.maximum", 2);
        conf.setInt("mapreduce.local.reduce.tasks.maximum", 2);
        conf.setInt("mapreduce.client.completion.pollinterval", 5);
        conf.setInt("mapreduce.client.progressmonitor.pollinterval", 5);
        conf.setInt("mapreduce.task.io.sort.mb", 8);
        return conf;
    }
}
