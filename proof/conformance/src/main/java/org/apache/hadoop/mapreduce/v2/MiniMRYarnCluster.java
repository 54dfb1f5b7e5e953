package org.apache.hadoop.mapreduce.v2;

import io.millrace.conformance.Redirection;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.v2.hs.JobHistoryServer;
import org.apache.hadoop.util.JarFinder;
import org.apache.hadoop.yarn.server.MiniYARNCluster;
import org.jspecify.annotations.Nullable;

/**
 * A cluster without nodes. All of Hadoop's MapReduce mini clusters use Hadoop's test class of this
 * name, which starts daemons. This class precedes it on the class path, starts none, and sends
 * submitted jobs to Millrace.
 */
public class MiniMRYarnCluster extends MiniYARNCluster {

    /** Read by tests that put it on a job's class path. */
    public static final String APPJAR = JarFinder.getJar(MRConfig.class);

    private static final String OPEN_TO_ALL = "000";

    public MiniMRYarnCluster(String testName) {
        this(testName, 1);
    }

    public MiniMRYarnCluster(String testName, int nodes) {
        this(testName, nodes, false);
    }

    @SuppressWarnings("deprecation") // the constructor that Hadoop's class of this name uses
    public MiniMRYarnCluster(String testName, int nodes, boolean timeline) {
        super(testName, 1, nodes, 1, 1, timeline);
    }

    public static String copyAppJarIntoTestDir(String directory) {
        return JarFinder.getJar(MRConfig.class, directory);
    }

    @Override
    public void serviceInit(Configuration conf) throws Exception {
        conf.set(MRConfig.FRAMEWORK_NAME, Redirection.MILLRACE);
        conf.set("fs.permissions.umask-mode", OPEN_TO_ALL);
        Path staging = new Path(getTestWorkDir().toURI().getPath(), "staging");
        conf.set(MRJobConfig.MR_AM_STAGING_DIR, staging.toString());
        FileContext files = FileContext.getFileContext(conf);
        files.mkdir(files.makeQualified(staging), null, true);
    }

    @Override
    protected synchronized void serviceStart() {
        Redirection.clusterStarted();
    }

    @Override
    protected synchronized void serviceStop() {
        Redirection.clusterStopped();
    }

    /** Always null: there is no history server. */
    public @Nullable JobHistoryServer getHistoryServer() {
        return null;
    }
}
