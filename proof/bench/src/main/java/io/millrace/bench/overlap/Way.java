package io.millrace.bench.overlap;

import io.millrace.apps.workload.MarcoBenchmark;
import io.millrace.apps.workload.Workload;
import io.millrace.bench.frame.Figures;
import io.millrace.bench.job.Contender;
import io.millrace.bench.job.JobReports;
import io.millrace.bench.job.Runner;
import io.millrace.bench.peer.LauncherContender;
import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.plan.PartialReduceMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Millrace with partial reduce or without, and so much memory. */
final class Way implements Contender {

    private final Path home;
    private final MarcoBenchmark benchmark;
    private final PartialReduceMode mode;
    private final String memory;
    private final List<String> jobOptions;
    private final List<Runs.Run> runs = new ArrayList<>();

    /** {@code memory} is a size, or {@code auto}. */
    Way(
            Path home,
            MarcoBenchmark benchmark,
            PartialReduceMode mode,
            String memory,
            List<String> jobOptions) {
        this.home = home;
        this.benchmark = benchmark;
        this.mode = mode;
        this.memory = memory;
        this.jobOptions = List.copyOf(jobOptions);
    }

    @Override
    public String word() {
        return modeWord() + "-" + memory;
    }

    @Override
    public String name() {
        return "partial reduce " + modeWord() + ", memory " + memory;
    }

    private String modeWord() {
        return mode.name().toLowerCase(Locale.ROOT);
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
        options.addAll(List.of("-D", benchmark.partialReducerSetting()));
        options.addAll(List.of("-D", EngineKeys.PARTIAL_REDUCE + "=" + modeWord()));
        options.addAll(List.of("-D", EngineKeys.MEMORY_MAX + "=" + memory));
        Runner runner = LauncherContender.millrace(home, options).prepare(workload, input, work);
        return output -> {
            Figures figures = runner.run(output);
            runs.add(new Runs.Run(figures, JobReports.take(reports)));
            return figures;
        };
    }

    /** The measurements so far; there is at least one. */
    Runs runs() {
        return new Runs(runs);
    }
}
