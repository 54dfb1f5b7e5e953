package io.millrace.bench;

import io.millrace.apps.workload.JobsJar;
import io.millrace.bench.job.BenchException;
import io.millrace.bench.job.Sample;
import io.millrace.bench.job.Surroundings;
import io.millrace.bench.job.TimedProcess;
import io.millrace.bench.warm.SmallJob;
import io.millrace.bench.warm.SmallJobs;
import io.millrace.bench.warm.WarmRuns;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures small jobs in a process that has already run some. */
@Command(
        name = "warm",
        description = {
            "Run Hadoop's pi 1 1 and a word count of one line again and again in this process,",
            "each submitted as a program would, and print what the first and the later ones take."
        },
        sortOptions = false)
final class WarmCommand implements Callable<Integer> {

    @Option(
            names = "--jobs",
            paramLabel = "N",
            defaultValue = "100",
            description = "Jobs of each kind (default: ${DEFAULT-VALUE}).")
    private int jobs;

    @Override
    public Integer call() throws Exception {
        if (jobs < 2) {
            throw new BenchException("--jobs is " + jobs + "; it takes at least two");
        }
        System.setProperty("millrace-log-job", "WARN"); // of the launcher's log4j.properties
        Path home = Path.of(System.getProperty("millrace-home"));
        System.out.println(
                "| job, milliseconds | first | second | least | median | processor time, median |");
        System.out.println("|---|---|---|---|---|---|");
        for (SmallJob job : new SmallJobs(TimedProcess.jar(home, JobsJar.HADOOP_EXAMPLES)).all()) {
            print(job.name(), new WarmRuns(job).run(jobs));
        }
        Surroundings surroundings = Surroundings.ofThisMachine(home);
        System.out.printf(
                "%n%d jobs of each; %s; %s; commit %s%n",
                jobs, surroundings.machine(), surroundings.jdk(), surroundings.commit());
        return 0;
    }

    private static void print(String name, List<WarmRuns.Run> runs) {
        List<Double> wall = runs.stream().map(WarmRuns.Run::wall).toList();
        System.out.printf(
                "| %s | %.0f | %.0f | %.1f | %.1f | %.1f |%n",
                name,
                wall.get(0),
                wall.get(1),
                Collections.min(wall),
                new Sample(wall).median(),
                new Sample(runs.stream().map(WarmRuns.Run::processor).toList()).median());
    }
}
