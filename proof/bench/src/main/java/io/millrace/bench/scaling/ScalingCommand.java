package io.millrace.bench.scaling;

import io.millrace.bench.contender.Comparison;
import io.millrace.bench.contender.Contender;
import io.millrace.bench.contender.Launched;
import io.millrace.bench.frame.Options;
import io.millrace.bench.frame.Scratch;
import io.millrace.bench.frame.StudyCommand;
import io.millrace.bench.job.JobReports;
import io.millrace.bench.job.WorkloadInput;
import io.millrace.engine.config.ByteSize;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.measure.Case;
import io.millrace.measure.Experiment;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.Rounds;
import io.millrace.measure.Row;
import io.millrace.workloads.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.mapreduce.MRJobConfig;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * How Millrace's time changes with cores, and with the input's size. Both are experiments of each
 * workload, with the number of cores or the bytes of the input as the words of rows.
 */
@Command(
        name = "scaling",
        description = {
            "Run workloads on one core, two, four, and so on up to all, and on all cores with larger and larger",
            "inputs. Runs alternate, each in its own process. Needs Linux and its taskset."
        },
        sortOptions = false)
public final class ScalingCommand extends StudyCommand {

    /** The kind of an experiment: a fact. */
    static final String OVER = "over";

    static final String CORES = "cores";
    static final String SIZES = "sizes";

    @Parameters(
            paramLabel = "WORKLOAD",
            arity = "0..*",
            description = "Workloads to run (default: wordcount and lda).")
    private List<String> names = List.of("wordcount", "lda");

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            description = "Size of the input on more and more cores (default: ${DEFAULT-VALUE}).")
    private String size = "256MB";

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
            description = "Record memory of each process (default: ${DEFAULT-VALUE}).")
    private String memory = "auto";

    @Mixin private final Options.Runs runs = new Options.Runs(3);
    @Mixin private final Options.Seed seed = new Options.Seed();
    @Mixin private final Options.Reduces reduces = Options.Reduces.asManyAsCores();

    @Override
    public Integer call() throws Exception {
        List<Workload> workloads = Options.workloads(names);
        long bytes = Options.bytes(size);
        List<Long> ascending = Options.bytes(sizes);
        Cores cores = Cores.ofThisProcess();
        List<Experiment> found = new ArrayList<>();
        try (Scratch work = Scratch.of("scaling")) {
            for (Workload workload : workloads) {
                Path own = work.path().resolve(workload.word());
                found.add(
                        experiment(workload, CORES, overCores(workload, bytes, cores, own))
                                .with("bytes", bytes));
                found.add(experiment(workload, SIZES, overSizes(workload, ascending, cores, own)));
            }
        }
        return keep("scaling-" + String.join("-", names), ScalingPage.of(found));
    }

    private Experiment experiment(Workload workload, String over, List<Row> rows) {
        return Experiment.of(workload.word(), rows).with(OVER, over).with("seed", seed.number());
    }

    private List<Row> overCores(Workload workload, long bytes, Cores cores, Path work)
            throws Exception {
        List<Contender> contenders = new ArrayList<>();
        for (int count : cores.counts()) {
            String title = count == 1 ? "1 core" : count + " cores";
            contenders.add(millrace(String.valueOf(count), title, cores.bind(count)));
        }
        return compare(workload, contenders, bytes, runs.count(), work);
    }

    private List<Row> overSizes(Workload workload, List<Long> ascending, Cores cores, Path work)
            throws Exception {
        List<Case> cases = new ArrayList<>();
        for (long bytes : ascending) {
            String word = String.valueOf(bytes);
            String title = ByteSize.format(bytes);
            List<Contender> all = List.of(millrace(word, title, cores.bind(cores.all())));
            cases.add(
                    new Case(
                            word,
                            title,
                            Map.of(),
                            () -> compare(workload, all, bytes, 1, work).get(0).runs().get(0)));
        }
        return new Rounds(workload.word(), 0, runs.count()).experiment(cases).rows();
    }

    private Contender millrace(String word, String title, List<String> starter)
            throws MeasurementException {
        return Launched.millrace(home(), List.of())
                .with(
                        MRJobConfig.NUM_REDUCES + "=" + reduces.count(),
                        EngineKeys.MEMORY_MAX + "=" + memory)
                .named(word, title)
                .startedBy(starter)
                .reporting((directory, run) -> JobReports.figures(directory));
    }

    /** Rows that all have to be measured, with outputs that are compared. */
    private List<Row> compare(
            Workload workload, List<Contender> contenders, long bytes, int count, Path work)
            throws Exception {
        Path input = WorkloadInput.of(home(), workload, bytes, seed.number());
        List<Row> rows = new Comparison(workload, work).run(contenders, input, count);
        for (Row row : rows) {
            row.required();
        }
        return rows;
    }
}
