package io.millrace.bench.scaling;

import io.millrace.apps.workload.Workload;
import io.millrace.bench.frame.BenchException;
import io.millrace.bench.job.Comparison;
import io.millrace.bench.job.Contender;
import io.millrace.bench.job.Entry;
import io.millrace.bench.job.OutputDirectory;
import io.millrace.bench.job.WorkloadInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs one workload on more and more cores, and with larger and larger inputs, alternating. */
public final class Study {

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
     * @throws BenchException if a run fails, or writes something else than the first of its input
     */
    public Scaling run(long bytes, List<Long> sizes)
            throws IOException, InterruptedException, BenchException {
        return new Scaling(workload, setting.seed(), overCores(bytes), overSizes(sizes));
    }

    private List<Row> overCores(long bytes)
            throws IOException, InterruptedException, BenchException {
        List<BoundMillrace> contenders = new ArrayList<>();
        for (int count : setting.cores().counts()) {
            contenders.add(millrace(count));
        }
        compare(contenders, bytes, setting.runs());
        return contenders.stream().map(contender -> contender.row(bytes)).toList();
    }

    private List<Row> overSizes(List<Long> sizes)
            throws IOException, InterruptedException, BenchException {
        List<BoundMillrace> contenders = new ArrayList<>();
        for (int i = 0; i < sizes.size(); i++) {
            contenders.add(millrace(setting.cores().all()));
        }
        for (int round = 0; round < setting.runs(); round++) {
            for (int i = 0; i < sizes.size(); i++) {
                compare(contenders.subList(i, i + 1), sizes.get(i), 1);
            }
        }
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < sizes.size(); i++) {
            rows.add(contenders.get(i).row(sizes.get(i)));
        }
        return rows;
    }

    private BoundMillrace millrace(int count) {
        return new BoundMillrace(setting.home(), setting.cores(), count, setting.jobOptions());
    }

    private void compare(List<? extends Contender> contenders, long bytes, int runs)
            throws IOException, InterruptedException, BenchException {
        Path input = new WorkloadInput(setting.home(), workload, bytes, setting.seed()).path();
        List<Entry> entries =
                new Comparison(workload, work).run(List.copyOf(contenders), input, runs);
        OutputDirectory.delete(work);
        for (Entry entry : entries) {
            if (!entry.measured()) {
                throw new BenchException(
                        workload.word() + ", " + entry.name() + ": " + entry.note());
            }
        }
    }
}
