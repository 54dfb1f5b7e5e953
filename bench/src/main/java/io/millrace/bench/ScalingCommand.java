package io.millrace.bench;

import io.millrace.apps.workload.Workload;
import io.millrace.bench.job.BenchException;
import io.millrace.bench.job.OutputDirectory;
import io.millrace.bench.scaling.Cores;
import io.millrace.bench.scaling.Scaling;
import io.millrace.bench.scaling.ScalingReport;
import io.millrace.bench.scaling.Study;
import io.millrace.engine.plan.EngineKeys;
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

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "3",
            description = "Runs of each kind (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Another seed gives other inputs (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--reduces",
            paramLabel = "N",
            description = "Reduce tasks of each job (default: as many as cores).")
    private int reduces = Runtime.getRuntime().availableProcessors();

    @Mixin private final ResultsOption results = new ResultsOption();

    @Override
    public Integer call() throws Exception {
        if (runs < 1) {
            throw new BenchException("--runs is " + runs + "; it takes at least one run");
        }
        Path home = Path.of(System.getProperty("millrace-home"));
        List<Scaling> found = measure(home);
        results.keep(
                home,
                "scaling-" + String.join("-", names),
                command(),
                occasion -> new ScalingReport(occasion, found));
        return 0;
    }

    private List<Scaling> measure(Path home) throws Exception {
        List<Workload> workloads = new ArrayList<>();
        for (String name : names) {
            workloads.add(WorkloadName.workload(name));
        }
        List<Long> bytes = new ArrayList<>();
        for (String each : sizes) {
            bytes.add(SizeOption.bytes(each));
        }
        Study.Setting setting =
                new Study.Setting(home, Cores.ofThisProcess(), jobOptions(), seed, runs);
        List<Scaling> found = new ArrayList<>();
        Path work = Files.createTempDirectory("millrace-scaling");
        try {
            for (Workload workload : workloads) {
                found.add(
                        new Study(workload, setting, work.resolve(workload.word()))
                                .run(SizeOption.bytes(size), bytes));
            }
        } finally {
            OutputDirectory.delete(work);
        }
        return found;
    }

    private List<String> jobOptions() {
        return List.of(
                "-D",
                MRJobConfig.NUM_REDUCES + "=" + reduces,
                "-D",
                EngineKeys.MEMORY_MAX + "=" + memory);
    }

    private String command() {
        return "./millrace bench scaling %s --size %s --sizes %s --memory %s --runs %d --seed %d --reduces %d"
                .formatted(
                        String.join(" ", names),
                        size,
                        String.join(",", sizes),
                        memory,
                        runs,
                        seed,
                        reduces);
    }
}
