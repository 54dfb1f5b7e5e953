package io.millrace.cluster.testing;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/** YARN in this JVM, with tasks in separate ones. */
public final class YarnInJvm {

    private YarnInJvm() {}

    /**
     * Starts a cluster of one node, whatever the state of the machine's disks.
     *
     * @param megabytes of the node's containers
     */
    public static MiniMRYarnCluster start(Path work, int megabytes) {
        return start(work, megabytes, new Configuration());
    }

    /** Likewise, with these settings. */
    public static MiniMRYarnCluster start(Path work, int megabytes, Configuration conf) {
        conf.setBoolean(YarnConfiguration.NM_VMEM_CHECK_ENABLED, false);
        conf.setFloat(YarnConfiguration.NM_MAX_PER_DISK_UTILIZATION_PERCENTAGE, 100);
        conf.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 128);
        conf.setInt(YarnConfiguration.YARN_MINICLUSTER_NM_PMEM_MB, megabytes);
        conf.set(MRJobConfig.MR_AM_STAGING_DIR, work.resolve("staging").toString());
        MiniMRYarnCluster cluster = new MiniMRYarnCluster("millrace");
        cluster.init(conf);
        cluster.start();
        return cluster;
    }
}
