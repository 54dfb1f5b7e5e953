package io.millrace.cli.cluster;

import io.millrace.cli.doctor.Finding;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.util.VersionInfo;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.webapp.util.WebAppUtils;

/** Asks the ResourceManager for the nodes that run, and for their versions of Hadoop. */
final class ResourceManagerCheck {

    private static final int WAIT_MILLIS = 5000;
    private static final Set<String> TESTED = Set.of("3.3", "3.4", "3.5");
    private static final String ALL_TESTED = "tested are Hadoop 3.3, 3.4 and 3.5";
    private static final Pattern VERSION = Pattern.compile("\"version\":\"([^\"]+)\"");

    private final YarnConfiguration conf;

    ResourceManagerCheck(JobConf conf) {
        this.conf = new YarnConfiguration(conf);
        // A person waits: what does not answer within seconds does not answer.
        this.conf.setInt(YarnConfiguration.RESOURCEMANAGER_CONNECT_MAX_WAIT_MS, WAIT_MILLIS);
        this.conf.setInt(YarnConfiguration.RESOURCEMANAGER_CONNECT_RETRY_INTERVAL_MS, 1000);
        this.conf.setInt("ipc.client.connect.max.retries", 1);
        this.conf.setInt("ipc.client.connect.max.retries.on.timeouts", 1);
        this.conf.setInt("ipc.client.connect.timeout", WAIT_MILLIS);
        this.conf.setInt("yarn.client.failover-max-attempts", 2);
    }

    List<Finding> look() {
        String address =
                conf.get(
                        YarnConfiguration.RM_ADDRESS,
                        conf.get(
                                YarnConfiguration.RM_HOSTNAME,
                                YarnConfiguration.DEFAULT_RM_ADDRESS));
        int nodes;
        try (YarnClient yarn = YarnClient.createYarnClient()) {
            yarn.init(conf);
            yarn.start();
            nodes = yarn.getNodeReports(NodeState.RUNNING).size();
        } catch (IOException | YarnException | RuntimeException e) {
            return List.of(
                    Finding.problem(
                            "the ResourceManager at " + address + " does not answer: " + cause(e),
                            "check "
                                    + YarnConfiguration.RM_ADDRESS
                                    + " in the configuration, and"
                                    + " that the cluster runs"));
        }
        List<Finding> findings = new ArrayList<>();
        findings.add(
                nodes == 0
                        ? Finding.problem(
                                "the ResourceManager at " + address + " has no running node",
                                "start NodeManagers; without them jobs wait")
                        : Finding.ok(
                                "the ResourceManager at %s has %d running %s"
                                        .formatted(address, nodes, nodes == 1 ? "node" : "nodes")));
        findings.addAll(versions());
        return findings;
    }

    private static String cause(Throwable failure) {
        Throwable at = failure;
        while (at.getCause() != null) {
            at = at.getCause();
        }
        return String.valueOf(at.getMessage());
    }

    private List<Finding> versions() {
        Set<String> versions;
        String page = WebAppUtils.getRMWebAppURLWithScheme(conf) + "/ws/v1/cluster/nodes";
        try {
            versions = versions(page);
        } catch (IOException | RuntimeException e) {
            return List.of(
                    Finding.warning(
                            "the nodes' version of Hadoop is not known: %s says %s"
                                    .formatted(page, e),
                            ALL_TESTED));
        }
        List<Finding> findings = new ArrayList<>();
        String found = "the nodes run Hadoop " + String.join(" and ", versions);
        String client = ", the client is " + VersionInfo.getVersion();
        boolean tested = versions.stream().allMatch(each -> TESTED.contains(minor(each)));
        findings.add(
                tested
                        ? Finding.ok(found + client)
                        : Finding.warning(
                                found + client,
                                ALL_TESTED
                                        + "; compare the output of a job with and without"
                                        + " --on cluster"));
        MasterCheck.of(conf, versions).ifPresent(findings::add);
        return findings;
    }

    private static String minor(String version) {
        return version.replaceFirst("^(\\d+\\.\\d+).*", "$1");
    }

    private static Set<String> versions(String page) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(page).toURL().openConnection();
        connection.setConnectTimeout(WAIT_MILLIS);
        connection.setReadTimeout(WAIT_MILLIS);
        connection.setRequestProperty("Accept", "application/json");
        try (var in = connection.getInputStream()) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            Set<String> versions =
                    VERSION.matcher(text)
                            .results()
                            .map((MatchResult each) -> each.group(1))
                            .collect(Collectors.toCollection(TreeSet::new));
            if (versions.isEmpty()) {
                throw new IOException("no version");
            }
            return versions;
        }
    }
}
