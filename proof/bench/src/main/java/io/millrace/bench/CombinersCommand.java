package io.millrace.bench;

import io.millrace.apps.workload.Workload;
import io.millrace.bench.combiners.CombinerRuns;
import io.millrace.bench.combiners.CombinerStudy;
import io.millrace.bench.job.OutputDirectory;
import io.millrace.bench.job.Surroundings;
import io.millrace.bench.job.WorkloadInput;
import io.millrace.bench.job.WrongUseException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures jobs whose combiners have to be called. */
@Command(
        name = "combiners",
        description = {
            "Run jobs with combiners of five kinds, none of which Millrace can replace, under"
                    + " Hadoop's local runner and in Millrace: by Hadoop's classes, by its own, and"
                    + " in two workers. Print how many records were combined and put out, the bytes"
                    + " shuffled, and the processor time.",
            "",
            "Exit code 1 if Millrace shuffles more than 1.1 times Hadoop's bytes, or takes as much"
                    + " processor time."
        },
        sortOptions = false)
final class CombinersCommand implements Callable<Integer> {

    private static final String INPUT = "wordcount";

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "64MB",
            description = "Approximate size of the text (default: ${DEFAULT-VALUE}).")
    private String size = "";

    @Option(
            names = "--sort-mb",
            paramLabel = "N",
            defaultValue = "16",
            description =
                    "Hadoop's sort buffer, mapreduce.task.io.sort.mb (default: ${DEFAULT-VALUE}).")
    private int sortMb;

    @Option(
            names = "--reduces",
            paramLabel = "N",
            defaultValue = "2",
            description = "Reduce tasks (default: ${DEFAULT-VALUE}).")
    private int reduces;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "3",
            description = "Runs of each, of which the median counts (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Override
    public Integer call() throws Exception {
        long bytes = SizeOption.bytes(size);
        if (runs < 1 || sortMb < 1 || reduces < 1) {
            throw new WrongUseException("--runs, --sort-mb and --reduces take numbers from 1 on");
        }
        Path home = Path.of(System.getProperty("millrace-home"));
        Workload workload = WorkloadName.workload(INPUT);
        Path input = new WorkloadInput(home, workload, bytes, 1).path();
        Path work = Files.createTempDirectory("millrace-combiners");
        try {
            CombinerStudy study = new CombinerStudy(new CombinerRuns(home, input, work, options()));
            study.print(runs);
            System.out.println();
            study.misses().forEach(miss -> System.out.println("misses the goal: " + miss));
            Surroundings surroundings = Surroundings.ofThisMachine(home);
            System.out.printf(
                    "%s of text, mapreduce.task.io.sort.mb=%d, medians of %d; %s; %s; commit %s%n",
                    size,
                    sortMb,
                    runs,
                    surroundings.machine(),
                    surroundings.jdk(),
                    surroundings.commit());
            return study.misses().isEmpty() ? 0 : 1;
        } finally {
            OutputDirectory.delete(work);
        }
    }

    private List<String> options() {
        List<String> options = new ArrayList<>();
        for (String setting :
                List.of(
                        "mapreduce.task.io.sort.mb=" + sortMb,
                        "mapreduce.job.reduces=" + reduces)) {
            options.add("-D");
            options.add(setting);
        }
        return options;
    }
}
