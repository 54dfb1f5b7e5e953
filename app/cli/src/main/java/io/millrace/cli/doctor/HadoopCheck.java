package io.millrace.cli.doctor;

import io.millrace.hadoop.client.MillraceClientProtocolProvider;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.util.VersionInfo;

/** Hadoop's client, and whether it gets along with Millrace. */
final class HadoopCheck implements Check {

    private static final Set<String> TESTED = Set.of("3.4.3", "3.5.0");

    private final Configuration conf;

    HadoopCheck(Configuration conf) {
        this.conf = conf;
    }

    @Override
    public List<Finding> look() {
        List<Finding> findings = new ArrayList<>();
        String version = VersionInfo.getVersion();
        String client = "Hadoop's client " + version;
        findings.add(
                TESTED.contains(version)
                        ? Finding.ok(client)
                        : Finding.warning(
                                client,
                                "tested are 3.4.3 and 3.5.0; run millrace verify on a job of yours"));
        findings.add(framework());
        return findings;
    }

    private Finding framework() {
        Configuration millrace = new Configuration(conf);
        millrace.set(MRConfig.FRAMEWORK_NAME, "millrace");
        try {
            if (new MillraceClientProtocolProvider().create(millrace) == null) {
                return Finding.problem(
                        "Millrace does not serve mapreduce.framework.name=millrace",
                        "the log says why; HADOOP_ROOT_LOGGER=INFO,console shows it");
            }
        } catch (IOException | RuntimeException e) {
            return Finding.problem(
                    "Millrace does not start: " + e.getMessage(),
                    "mend that; nothing can run before");
        }
        String site = conf.get(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME);
        return site.equals("millrace") || site.equals(MRConfig.LOCAL_FRAMEWORK_NAME)
                ? Finding.ok("jobs started with ./millrace jar run on Millrace")
                : Finding.warning(
                        "the configuration names the framework " + site,
                        "./millrace jar takes Millrace instead; jobs started otherwise go to "
                                + site
                                + " unless they get -D mapreduce.framework.name=millrace");
    }
}
