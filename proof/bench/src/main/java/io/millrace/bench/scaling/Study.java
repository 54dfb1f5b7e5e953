package io.millrace.bench.scaling;

import io.millrace.bench.contender.Comparison;
import io.millrace.bench.contender.Contender;
import io.millrace.bench.contender.Launched;
import io.millrace.bench.job.JobReports;
import io.millrace.bench.job.WorkloadInput;
import io.millrace.engine.config.ByteSize;
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

/**
 * Runs one workload on more and more cores, and with larger and larger inputs, alternating. Both
 * are experiments, with the number of cores or the bytes of the input as the words of rows.
 */
public final class Study {

    /** The kind of an experiment: a fact. */
    static final String OVER = "over";

    static final String CORES = "cores";
    static final String SIZES = "sizes";

    private final Workload workload;
    private final Setting setting;
    private final Path work;

    /**
     * The settings that all runs share.
     *
     * @param jobOptions of each job
     * @param runs of each kind
     */
    public record Setting(Path home, Cores cores, List<String> jobOptions, long seed, int runs) {

        public Setting {
            jobOptions = List.copyOf(jobOptions);
        }
    }

    /** Outputs are below {@code work}. */
    public Study(Workload workload, Setting setting, Path work) {
        this.workload = workload;
        this.setting = setting;
        this.work = work;
    }

    /**
     * All of it.
     *
     * @param bytes of the input for more and more cores
     * @param sizes of the inputs for all cores
     * @throws MeasurementException if a run fails, or writes something else than the first of its
     *     input
     */
    public List<Experiment> run(long bytes, List<Long> sizes) throws Exception {
        return List.of(
                experiment(CORES, overCores(bytes)).with("bytes", bytes),
                experiment(SIZES, overSizes(sizes)));
    }

    private Experiment experiment(String over, List<Row> rows) {
        return Experiment.of(workload.word(), rows).with(OVER, over).with("seed", setting.seed());
    }

    private List<Row> overCores(long bytes) throws Exception {
        List<Contender> contenders = new ArrayList<>();
        for (int count : setting.cores().counts()) {
            contenders.add(
                    millrace(
                            count,
                            String.valueOf(count),
                            count == 1 ? "1 core" : count + " cores"));
        }
        return compare(contenders, bytes, setting.runs());
    }

    private List<Row> overSizes(List<Long> sizes) throws Exception {
        List<Case> cases = new ArrayList<>();
        for (long bytes : sizes) {
            String word = String.valueOf(bytes);
            String title = ByteSize.format(bytes);
            Contender all = millrace(setting.cores().all(), word, title);
            cases.add(
                    new Case(
                            word,
                            title,
                            Map.of(),
                            () -> compare(List.of(all), bytes, 1).get(0).runs().get(0)));
        }
        return new Rounds(workload.word(), 0, setting.runs()).experiment(cases).rows();
    }

    private Contender millrace(int count, String word, String title) {
        return Launched.millrace(setting.home(), setting.jobOptions())
                .named(word, title)
                .startedBy(setting.cores().bind(count))
                .reporting((directory, run) -> JobReports.figures(directory));
    }

    private List<Row> compare(List<Contender> contenders, long bytes, int runs) throws Exception {
        Path input = new WorkloadInput(setting.home(), workload, bytes, setting.seed()).path();
        List<Row> rows = new Comparison(workload, work).run(contenders, input, runs);
        for (Row row : rows) {
            row.required();
        }
        return rows;
    }
}
