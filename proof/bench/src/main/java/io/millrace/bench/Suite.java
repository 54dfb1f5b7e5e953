package io.millrace.bench;

import io.millrace.bench.combiners.CombinersCommand;
import io.millrace.bench.contender.Comparison;
import io.millrace.bench.contender.Contender;
import io.millrace.bench.contender.Contenders;
import io.millrace.bench.decoders.DecodersCommand;
import io.millrace.bench.exchange.ExchangeCommand;
import io.millrace.bench.floor.FloorCommand;
import io.millrace.bench.frame.Options;
import io.millrace.bench.frame.Scratch;
import io.millrace.bench.frame.StudyCommand;
import io.millrace.bench.frame.WrongUseException;
import io.millrace.bench.iteration.IterationCommand;
import io.millrace.bench.job.WorkloadInput;
import io.millrace.bench.overlap.OverlapCommand;
import io.millrace.bench.parts.PartsCommand;
import io.millrace.bench.pavlo.PavloCommand;
import io.millrace.bench.reading.ReadingCommand;
import io.millrace.bench.scaling.ScalingCommand;
import io.millrace.bench.shuffles.ShufflesCommand;
import io.millrace.bench.simulation.SimulateCommand;
import io.millrace.bench.soak.SoakCommand;
import io.millrace.bench.warm.WarmCommand;
import io.millrace.engine.config.ByteSize;
import io.millrace.measure.Experiment;
import io.millrace.measure.Row;
import io.millrace.workloads.Workload;
import io.millrace.workloads.input.InputKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;

/** Workloads, each under all contenders that the machine has; other measurements by their names. */
@Command(
        name = "millrace bench",
        description = {
            "Compare Millrace with its peers on workloads. Runs alternate, each in its own process."
                    + " Outputs are compared; figures and plots are printed and kept under"
                    + " proof/bench/results.",
            "millrace bench jar APP.JAR measures your own job."
        },
        sortOptions = false,
        subcommands = {
            CombinersCommand.class,
            DecodersCommand.class,
            ExchangeCommand.class,
            FloorCommand.class,
            IterationCommand.class,
            OverlapCommand.class,
            PartsCommand.class,
            PavloCommand.class,
            ReadingCommand.class,
            ScalingCommand.class,
            ShufflesCommand.class,
            SimulateCommand.class,
            SoakCommand.class,
            WarmCommand.class
        })
public final class Suite extends StudyCommand {

    private static final String SIZE = "256MB";
    private static final String QUICK_SIZE = "16MB";
    private static final int RUNS = 3;

    @SuppressWarnings("unused") // read by the parser
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Print this text.")
    private boolean help;

    @Parameters(
            paramLabel = "WORKLOAD",
            arity = "0..*",
            description =
                    "Workloads to run; ./millrace workload lists them (default: all except synthetic).")
    private List<String> names = List.of();

    @Option(names = "--quick", description = "Small inputs (" + QUICK_SIZE + "), one run.")
    private boolean quick;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            split = ",",
            description = {
                "Approximate size of each input (default: " + SIZE + ").",
                "Several sizes, separated by commas, are measured one after the other."
            })
    private List<String> sizes = List.of();

    @Option(
            names = "--with",
            paramLabel = "CONTENDER",
            split = ",",
            description = {
                "Only these contenders, separated by commas: " + Contenders.WORDS,
                "(default: all that this machine has)."
            })
    private List<String> with = List.of();

    @Option(
            names = "--phoenix",
            paramLabel = "DIR",
            description = "Directory of a built Phoenix++ (default: PHOENIX_HOME).")
    private @Nullable Path phoenix;

    @Option(
            names = "--breakdown",
            description = {
                "Divide the time of Millrace's runs into parts, in a table and a plot. The jobs of",
                "millrace and millrace-workers then write reports, which takes some of their time."
            })
    private boolean breakdown;

    @Option(
            names = "--runs",
            paramLabel = "N",
            description = "Runs of each kind (default: " + RUNS + ").")
    private @Nullable Integer runs;

    @Mixin private final Options.Seed seed = new Options.Seed();
    @Mixin private final Options.Reduces reduces = Options.Reduces.asManyAsCores();

    /** The exit code: whether every contender that could run did, and wrote what the others did. */
    @Override
    public Integer call() throws Exception {
        if (sizes.isEmpty()) {
            sizes = List.of(quick ? QUICK_SIZE : SIZE);
        }
        List<Long> bytes = Options.bytes(sizes);
        int count =
                Options.atLeastOne("--runs", Objects.requireNonNullElse(runs, quick ? 1 : RUNS));
        List<Workload> workloads = chosen();
        List<Experiment> jobs = new ArrayList<>();
        try (Scratch work = Scratch.of("bench");
                Contenders contenders =
                        Contenders.of(home(), with, reduces.count(), phoenix, breakdown)) {
            for (Workload workload : workloads) {
                for (long each : bytes) {
                    Path input = WorkloadInput.of(home(), workload, each, seed.number());
                    Path own = work.path().resolve(workload.word());
                    List<Contender> list = contenders.list();
                    List<Row> rows = new Comparison(workload, own).run(list, input, count);
                    jobs.add(experiment(workload, each, rows));
                }
            }
        }
        String name = names.isEmpty() ? "all" : String.join("-", names);
        return keep(name + "-" + String.join("-", sizes), SuitePage.of(jobs));
    }

    private List<Workload> chosen() throws WrongUseException {
        return Options.workloads(names).stream()
                .filter(workload -> !names.isEmpty() || workload != Workload.SYNTHETIC)
                .toList();
    }

    private Experiment experiment(Workload workload, long bytes, List<Row> rows) {
        String size = sizes.size() > 1 ? ", " + ByteSize.format(bytes) : "";
        return Experiment.of(workload.word() + size, rows)
                .comparedWith("millrace")
                .with("job", workload.word())
                .with("input", workload.input().map(InputKind::word).orElse("records"))
                .with("bytes", bytes)
                .with("seed", seed.number())
                .with("outputs", workload.likeness().toString());
    }
}
