package io.millrace.cli.cluster;

import io.millrace.cli.process.CommandException;
import io.millrace.cli.process.Installation;
import io.millrace.cluster.config.ClusterKeys;
import io.millrace.cluster.gang.GangClient;
import io.millrace.cluster.job.PluginSettings;
import io.millrace.engine.config.BadSettingException;
import io.millrace.hadoop.config.KeyOrigin;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceConfigurationError;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.protocol.ClientProtocolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Gives the jobs of {@code millrace jar --on cluster} the plug-ins, and those of {@code --on gang}
 * a gang. Hadoop's client asks it for each job, before the cluster's framework, which comes later
 * on the class path: the job has set all that it sets by then.
 *
 * <p>{@link #install} or {@link #installGang} is called before the job's code runs; any thread may
 * submit a job.
 */
public final class OnCluster extends ClientProtocolProvider {

    private static final String RUN_HERE =
            "To run the job on this machine, set -D " + MRConfig.FRAMEWORK_NAME + "=millrace";

    private static final String RUN_HERE_WITHOUT_ON =
            "To run the job on this machine, leave out --on";

    private static volatile @Nullable Way way;

    /**
     * How jobs run on the cluster.
     *
     * @param jar that they ship
     * @param gang whether they run in gangs
     * @param workers of each gang; empty for the default
     */
    private record Way(Path jar, boolean gang, String workers) {}

    /**
     * Makes jobs of this process use the plug-ins.
     *
     * @throws CommandException if no cluster is configured, or the jar is missing
     */
    public static void install() throws CommandException {
        way = new Way(checkedJar(), false, "");
    }

    private static Path checkedJar() throws CommandException {
        String framework =
                new JobConf().getTrimmed(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
        if (!framework.equals(MRConfig.YARN_FRAMEWORK_NAME)) {
            throw new CommandException(
                    "no cluster is configured: "
                            + MRConfig.FRAMEWORK_NAME
                            + " is "
                            + framework
                            + "; name the directory of a cluster's configuration with --conf-dir or"
                            + " in HADOOP_CONF_DIR");
        }
        Path shipped = Installation.clusterJar();
        if (!Files.exists(shipped)) {
            throw new CommandException(
                    "there is no "
                            + shipped
                            + ", which jobs ship to the cluster; install Millrace"
                            + " again, or build it");
        }
        return shipped;
    }

    /**
     * Makes jobs of this process run in gangs.
     *
     * @param workers of each gang; empty for the default
     * @throws CommandException if no cluster is configured, or the jar is missing
     */
    public static void installGang(String workers) throws CommandException {
        way = new Way(checkedJar(), true, workers);
    }

    @Override
    public @Nullable ClientProtocol create(Configuration conf) {
        if (!MRConfig.YARN_FRAMEWORK_NAME.equals(conf.getTrimmed(MRConfig.FRAMEWORK_NAME))) {
            return null;
        }
        Way asked = way;
        ClusterContact.look(conf, asked == null ? RUN_HERE : RUN_HERE_WITHOUT_ON);
        if (asked == null) {
            return null;
        }
        if (!asked.gang()) {
            addPlugins(conf, asked.jar());
            return null;
        }
        String workers = asked.workers();
        if (!workers.isEmpty() && !KeyOrigin.chosen(conf, ClusterKeys.GANG_WORKERS.name())) {
            conf.set(ClusterKeys.GANG_WORKERS.name(), workers);
        }
        PluginSettings.ship(conf, asked.jar());
        return new GangClient(conf);
    }

    private static void addPlugins(Configuration conf, Path shipped) {
        PluginSettings.Outcome outcome = added(conf, shipped);
        outcome.leftOut()
                .forEach((plugin, reason) ->
                        System.err.println(
                                "millrace: the job runs without the plug-in of the "
                                        + plugin.side()
                                        + ": "
                                        + reason));
        if (outcome.keepsInput()) {
            System.err.println(
                    "millrace: reduce tasks keep map outputs in memory while the reducer runs: "
                            + MRJobConfig.REDUCE_INPUT_BUFFER_PERCENT
                            + "="
                            + conf.get(MRJobConfig.REDUCE_INPUT_BUFFER_PERCENT)
                            + " in the first attempt, 0 in later ones; set it to 0 if the"
                            + " reducer needs the whole heap");
        }
    }

    /** Throws an error if the job is rejected: Hadoop's client hides exceptions thrown here. */
    private static PluginSettings.Outcome added(Configuration conf, Path shipped) {
        try {
            return PluginSettings.add(conf, shipped);
        } catch (BadSettingException e) {
            throw new ServiceConfigurationError(e.getMessage(), e);
        }
    }

    @Override
    public @Nullable ClientProtocol create(InetSocketAddress address, Configuration conf) {
        return create(conf);
    }

    @Override
    public void close(ClientProtocol client) {}
}
