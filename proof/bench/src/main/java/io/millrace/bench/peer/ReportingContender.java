package io.millrace.bench.peer;

import io.millrace.apps.workload.Workload;
import io.millrace.bench.frame.Figures;
import io.millrace.bench.job.Contender;
import io.millrace.bench.job.JobParts;
import io.millrace.bench.job.JobReports;
import io.millrace.bench.job.Runner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Millrace whose jobs leave reports, which divide the time of each run. */
record ReportingContender(LauncherContender launched) implements Contender {

    @Override
    public String word() {
        return launched.word();
    }

    @Override
    public String name() {
        return launched.name();
    }

    @Override
    public Optional<String> hindrance(Workload workload) {
        return launched.hindrance(workload);
    }

    @Override
    public Runner prepare(Workload workload, Path input, Path work) {
        Path reports = work.resolve("reports");
        List<String> options = new ArrayList<>(launched.jobOptions());
        options.addAll(JobReports.options(reports));
        Runner runner =
                new LauncherContender(launched.home(), word(), name(), options, launched.starter())
                        .prepare(workload, input, work);
        return output -> {
            Figures figures = runner.run(output);
            return figures.dividedInto(JobParts.take(reports, figures.seconds()));
        };
    }
}
