package io.millrace.bench.scaling;

import io.millrace.apps.workload.Workload;
import io.millrace.bench.frame.Figures;
import io.millrace.bench.job.Contender;
import io.millrace.bench.job.JobReports;
import io.millrace.bench.job.Runner;
import io.millrace.bench.peer.LauncherContender;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Millrace on some of the cores, with what each run's jobs say of themselves. */
final class BoundMillrace implements Contender {

    private final Path home;
    private final Cores cores;
    private final int count;
    private final List<String> jobOptions;
    private final List<Row.Run> runs = new ArrayList<>();

    BoundMillrace(Path home, Cores cores, int count, List<String> jobOptions) {
        this.home = home;
        this.cores = cores;
        this.count = count;
        this.jobOptions = List.copyOf(jobOptions);
    }

    @Override
    public String word() {
        return "cores-" + count;
    }

    @Override
    public String name() {
        return "Millrace on " + count + (count == 1 ? " core" : " cores");
    }

    @Override
    public Optional<String> hindrance(Workload workload) {
        return Optional.empty();
    }

    @Override
    public Runner prepare(Workload workload, Path input, Path work) {
        Path reports = work.resolve("reports");
        List<String> options = new ArrayList<>(jobOptions);
        options.addAll(JobReports.options(reports));
        Runner runner =
                LauncherContender.millrace(home, options)
                        .startedBy(cores.bind(count))
                        .prepare(workload, input, work);
        return output -> {
            Figures figures = runner.run(output);
            runs.add(new Row.Run(figures, JobReports.take(reports)));
            return figures;
        };
    }

    /** The measurements so far. */
    Row row(long bytes) {
        return new Row(bytes, count, runs);
    }
}
