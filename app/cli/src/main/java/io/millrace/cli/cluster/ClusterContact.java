package io.millrace.cli.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.yarn.conf.HAUtil;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * Says within two seconds that a cluster does not answer. Hadoop's client tries for a quarter of an
 * hour first, without a word. Thread-safe.
 */
final class ClusterContact {

    private static final int WAIT_MILLIS = 1_500;

    private static final Set<List<String>> SEEN = ConcurrentHashMap.newKeySet();

    private ClusterContact() {}

    /**
     * Calls the ResourceManagers of a job that is about to be submitted, on a separate thread, and
     * prints a line if none accepts a connection. Once for each cluster.
     *
     * @param remedy how to run the job here
     */
    static void look(Configuration conf, String remedy) {
        List<String> addresses = addresses(conf);
        if (SEEN.add(addresses)) {
            Thread caller = new Thread(() -> call(addresses, remedy), "cluster-contact");
            caller.setDaemon(true);
            caller.start();
        }
    }

    private static List<String> addresses(Configuration conf) {
        Collection<String> ids = HAUtil.isHAEnabled(conf) ? HAUtil.getRMHAIds(conf) : List.of("");
        List<String> addresses = new ArrayList<>();
        for (String id : ids) {
            String host =
                    conf.getTrimmed(HAUtil.addSuffix(YarnConfiguration.RM_HOSTNAME, id), "0.0.0.0");
            addresses.add(
                    conf.getTrimmed(
                            HAUtil.addSuffix(YarnConfiguration.RM_ADDRESS, id),
                            host + ":" + YarnConfiguration.DEFAULT_RM_PORT));
        }
        return addresses;
    }

    private static void call(List<String> addresses, String remedy) {
        String why = "";
        for (String address : addresses) {
            try (Socket socket = new Socket()) {
                InetSocketAddress at =
                        NetUtils.createSocketAddr(address, YarnConfiguration.DEFAULT_RM_PORT);
                socket.connect(at, WAIT_MILLIS / addresses.size());
                return;
            } catch (IOException | RuntimeException e) {
                why = String.valueOf(e.getMessage());
            }
        }
        System.err.println(
                "millrace: the job goes to a cluster ("
                        + MRConfig.FRAMEWORK_NAME
                        + "="
                        + MRConfig.YARN_FRAMEWORK_NAME
                        + "), but no ResourceManager answers at "
                        + String.join(" or ", addresses)
                        + " ("
                        + why
                        + "); Hadoop's client keeps trying. "
                        + remedy);
    }
}
