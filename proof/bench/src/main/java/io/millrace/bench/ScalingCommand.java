package io.millrace.bench;

import io.millrace.bench.frame.WrongUseException;
import io.millrace.bench.job.OutputDirectory;
import io.millrace.bench.scaling.Cores;
import io.millrace.bench.scaling.ScalingPage;
import io.millrace.bench.scaling.Study;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.measure.Experiment;
import io.millrace.workloads.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.mapreduce.MRJobConfig;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** How Millrace's time changes with cores, and with the input's size. */
@Command(
        name = "scaling",
        description = {
            "Run workloads on one core, two, four, and so on up to all, and on all cores with larger and larger",
            "inputs. Runs alternate, each in its own process. Needs Linux and its taskset."
        },
        sortOptions = false)
final class ScalingCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "WORKLOAD",
            arity = "0..*",
            description = "Workloads to run (default: wordcount and lda).")
    private List<String> names = List.of("wordcount", "lda");

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "256MB",
            description = "Size of the input on more and more cores (default: ${DEFAULT-VALUE}).")
    private String size = "";

    @Option(
            names = "--sizes",
            paramLabel = "SIZE",
            split = ",",
            defaultValue = "64MB,256MB,1GB,4GB",
            description = "Sizes of inputs on all cores, ascending (default: ${DEFAULT-VALUE}).")
    private List<String> sizes = List.of();

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            defaultValue = "auto",
            description = "Record memory of each process (default: ${DEFAULT-VALUE}).")
    private String memory = "";

    @Mixin private final RunOptions options = new RunOptions();

    @Override
    public Integer call() throws Exception {
        List<Workload> workloads = Arguments.workloads(names);
        List<Long> bytes = Arguments.bytes(sizes);
        Study.Setting setting =
                new Study.Setting(
                        Printed.home(),
                        Cores.ofThisProcess(),
                        jobOptions(),
                        options.seed(),
                        options.runs());
        List<Experiment> found = new ArrayList<>();
        Path work = Files.createTempDirectory("millrace-scaling");
        try {
            for (Workload workload : workloads) {
                found.addAll(
                        new Study(workload, setting, work.resolve(workload.word()))
                                .run(Arguments.bytes(size), bytes));
            }
        } finally {
            OutputDirectory.delete(work);
        }
        options.keep("scaling-" + String.join("-", names), command(), ScalingPage.of(found));
        return 0;
    }

    private List<String> jobOptions() throws WrongUseException {
        return List.of(
                "-D",
                MRJobConfig.NUM_REDUCES + "=" + options.reduces(),
                "-D",
                EngineKeys.MEMORY_MAX + "=" + memory);
    }

    private String command() throws WrongUseException {
        return "./millrace bench scaling %s --size %s --sizes %s --memory %s %s"
                .formatted(
                        String.join(" ", names),
                        size,
                        String.join(",", sizes),
                        memory,
                        options.words());
    }
}
