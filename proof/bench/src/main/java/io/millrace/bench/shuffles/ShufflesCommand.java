package io.millrace.bench.shuffles;

import io.millrace.apps.synthetic.Synthetic;
import io.millrace.bench.frame.Options;
import io.millrace.bench.frame.Scratch;
import io.millrace.bench.frame.StudyCommand;
import io.millrace.bench.frame.ThisProcess;
import io.millrace.bench.job.LocalJob;
import io.millrace.bench.job.WorkloadInput;
import io.millrace.hadoop.config.TaskKeys;
import io.millrace.measure.Case;
import io.millrace.measure.Experiment;
import io.millrace.measure.Figures;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.Rounds;
import io.millrace.workloads.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCounter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Pull, push and hybrid, with their locks and splits, under loads of all kinds. */
@Command(
        name = "shuffles",
        description = {
            "Run the synthetic job with many loads, each with every shuffle, alternating in this process.",
            "Figures and plots are printed and kept under proof/bench/results."
        },
        sortOptions = false)
public final class ShufflesCommand extends StudyCommand {

    @Option(
            names = "--grid",
            paramLabel = "GRID",
            description = {
                "standard: one factor at a time, and all kinds of keys with all numbers of reduce tasks; locks and",
                "splits with the ordinary load. full: everything with everything, which takes many hours.",
                "(default: ${DEFAULT-VALUE})"
            })
    private Grid grid = Grid.STANDARD;

    @Option(
            names = "--only",
            paramLabel = "REGEX",
            description = "Only loads whose name matches (default: all).")
    private String only = "";

    @Mixin private final Options.Size size = new Options.Size("32MB");
    @Mixin private final Options.Runs runs = new Options.Runs(3);

    @Override
    public Integer call() throws Exception {
        int count = runs.count();
        quietenJobs();
        List<Load> loads = loads();
        Path input = WorkloadInput.of(home(), Workload.SYNTHETIC, size.bytes(), 1);
        List<Experiment> found = new ArrayList<>();
        for (Load load : loads) {
            found.add(measure(load, input, count));
            System.err.printf("%d of %d loads: %s%n", found.size(), loads.size(), load.name());
        }
        return keep("shuffles-" + grid + "-" + size, ShufflesPage.of(found));
    }

    private List<Load> loads() throws MeasurementException {
        Pattern wanted = Pattern.compile(only);
        List<Load> loads =
                grid.loads().stream().filter(load -> wanted.matcher(load.name()).find()).toList();
        if (loads.isEmpty()) {
            throw new MeasurementException("no load's name has " + only + " in it");
        }
        return loads;
    }

    /**
     * All ways with one load. A first round warms up and does not count.
     *
     * @throws MeasurementException if a job fails, or ways with the same splits do not come to the
     *     same records
     */
    private Experiment measure(Load load, Path input, int count) throws Exception {
        Map<String, String> expected = new HashMap<>();
        List<Case> cases = new ArrayList<>();
        for (Way way : grid.ways(load)) {
            cases.add(
                    new Case(
                            way.name(),
                            way.name(),
                            way.settings(),
                            () -> run(load, way, input, expected)));
        }
        return new Rounds(load.name(), 1, count)
                .experiment(cases)
                .with("settings", load.settings());
    }

    private static Figures run(Load load, Way way, Path input, Map<String, String> expected)
            throws Exception {
        try (Scratch folder = Scratch.of("shuffles")) {
            Configuration conf = LocalJob.configuration();
            conf.set(TaskKeys.ISOLATION.name(), "none"); // the job's statics are constants
            load.settings().forEach(conf::set);
            way.settings().forEach(conf::set);
            Job job =
                    new Synthetic()
                            .firstJob(
                                    conf,
                                    LocalJob.path(input),
                                    LocalJob.path(folder.path().resolve("out")));
            Figures figures = ThisProcess.timed(() -> job.waitForCompletion(false));
            if (!job.isSuccessful()) {
                throw new MeasurementException(
                        "%s failed by %s: %s"
                                .formatted(
                                        load.name(), way.name(), job.getStatus().getFailureInfo()));
            }
            check(load, way, records(job.getCounters()), expected);
            return figures;
        }
    }

    /** The random choices of the job depend on its splits. */
    private static void check(Load load, Way way, String records, Map<String, String> expected)
            throws MeasurementException {
        String before = expected.putIfAbsent(way.split(), records);
        if (before != null && !before.equals(records)) {
            throw new MeasurementException(
                    "%s comes to %s by %s, and to %s before"
                            .formatted(load.name(), records, way.name(), before));
        }
    }

    private static String records(Counters counters) {
        return "%,d map output records and %,d groups"
                .formatted(
                        counters.findCounter(TaskCounter.REDUCE_INPUT_RECORDS).getValue(),
                        counters.findCounter(TaskCounter.REDUCE_INPUT_GROUPS).getValue());
    }
}
