package io.millrace.bench.warm;

import io.millrace.bench.frame.BenchCommand;
import io.millrace.measure.Case;
import io.millrace.measure.Figures;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.Rounds;
import io.millrace.measure.Row;
import io.millrace.measure.Table;
import io.millrace.measure.process.TimedProcess;
import io.millrace.workloads.JobsJar;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures small jobs in a process that has already run some. */
@Command(
        name = "warm",
        description = {
            "Run Hadoop's pi 1 1 and a word count of one line again and again in this process,",
            "each submitted as a program would, and print what the first and the later ones take."
        },
        sortOptions = false)
public final class WarmCommand extends BenchCommand {

    private static final double MILLIS = 1e3;

    private static final Table<Row> TABLE =
            new Table<Row>()
                    .text("job, milliseconds", Row::title)
                    .number("first", "%.0f", row -> MILLIS * row.seconds().values().get(0))
                    .number("second", "%.0f", row -> MILLIS * row.seconds().values().get(1))
                    .number("least", "%.1f", row -> MILLIS * row.seconds().min())
                    .number("median", "%.1f", row -> MILLIS * row.seconds().median())
                    .number(
                            "processor time, median",
                            "%.1f",
                            row -> MILLIS * row.get(Figures.CPU_SECONDS).median());

    @Option(
            names = "--jobs",
            paramLabel = "N",
            description = "Jobs of each kind (default: ${DEFAULT-VALUE}).")
    private int jobs = 100;

    @Override
    public Integer call() throws Exception {
        if (jobs < 2) {
            throw new MeasurementException("--jobs is " + jobs + "; it takes at least two");
        }
        quietenJobs();
        SmallJobs small = new SmallJobs(TimedProcess.jar(home(), JobsJar.HADOOP_EXAMPLES));
        List<Row> rows = new ArrayList<>();
        for (Case job : small.cases()) {
            rows.addAll(new Rounds(job.word(), 0, jobs).experiment(List.of(job)).rows());
        }
        return print(TABLE.of(rows), jobs + " jobs of each");
    }
}
