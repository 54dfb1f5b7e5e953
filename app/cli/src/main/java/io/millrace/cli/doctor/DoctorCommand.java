package io.millrace.cli.doctor;

import io.millrace.cli.process.CommandException;
import io.millrace.cli.process.ExitCode;
import io.millrace.cli.settings.UserSettings;
import io.millrace.cli.settings.UserSite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.mapred.JobConf;
import picocli.CommandLine.Command;

/** Prints what this machine offers to jobs, and what to do about what is not as it should be. */
@Command(
        name = "doctor",
        description = {
            "Check whether jobs would fail, be slow or be unsafe on this machine, and suggest"
                    + " fixes.",
            "It checks the JDK, the Hadoop client, your settings, memory, directories and the"
                    + " class path.",
            "Exit code 0, or 1 if there is a problem."
        },
        sortOptions = false)
public final class DoctorCommand implements Callable<Integer> {

    @Override
    public Integer call() throws IOException, CommandException {
        UserSettings user = UserSite.install();
        JobConf conf = new JobConf();
        List<Finding> findings = new ArrayList<>();
        for (Check check :
                List.of(
                        new JdkCheck(),
                        new LocaleCheck(),
                        new SettingsCheck(user),
                        new HadoopCheck(conf),
                        new MemoryCheck(conf),
                        new DirectoryCheck(conf),
                        new ClassPathCheck(System.getProperty("java.class.path")))) {
            findings.addAll(check.look());
        }
        findings.forEach(System.out::println);
        return findings.stream().anyMatch(finding -> finding.level() == Finding.Level.PROBLEM)
                ? ExitCode.JOB_FAILED
                : ExitCode.SUCCESS;
    }
}
