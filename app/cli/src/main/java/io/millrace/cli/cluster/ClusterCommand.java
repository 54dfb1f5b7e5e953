package io.millrace.cli.cluster;

import io.millrace.cli.doctor.Finding;
import io.millrace.cli.process.CommandException;
import io.millrace.cli.process.ExitCode;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.mapred.JobConf;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Commands about a configured cluster. */
@Command(
        name = "cluster",
        description = "Check whether jobs of a Hadoop cluster can use Millrace's plug-ins.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = ClusterCommand.Check.class)
public final class ClusterCommand implements Callable<Integer> {

    @Override
    public Integer call() throws CommandException {
        throw new CommandException("no command is named after cluster; try millrace cluster check");
    }

    /** Asks the cluster, and says for each plug-in whether a job can use it. */
    @Command(
            name = "check",
            description = {
                "Report whether the configured cluster runs, and which of Millrace's plug-ins its"
                        + " jobs can use.",
                "The configuration is the one in HADOOP_CONF_DIR, or in the directory that"
                        + " --conf-dir names. The classes of Hadoop are those of the client:"
                        + " --hadoop DIR names the cluster's own installation.",
                "Exit code 0, or 1 if there is a problem."
            },
            sortOptions = false)
    @SuppressWarnings("unused") // the launcher reads the option; the field is for help
    static final class Check implements Callable<Integer> {

        @Option(
                names = "--conf-dir",
                paramLabel = "DIR",
                description = "Read the cluster's configuration from DIR.")
        private @Nullable Path configuration;

        @Override
        public Integer call() throws CommandException {
            List<Finding> findings = ClusterCheck.of(new JobConf());
            findings.forEach(System.out::println);
            return findings.stream().anyMatch(finding -> finding.level() == Finding.Level.PROBLEM)
                    ? ExitCode.JOB_FAILED
                    : ExitCode.SUCCESS;
        }
    }
}
