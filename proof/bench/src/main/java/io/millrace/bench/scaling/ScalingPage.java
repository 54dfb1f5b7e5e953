package io.millrace.bench.scaling;

import io.millrace.bench.frame.BarChart;
import io.millrace.bench.job.JobReports;
import io.millrace.engine.config.ByteSize;
import io.millrace.measure.Experiment;
import io.millrace.measure.Figures;
import io.millrace.measure.Line;
import io.millrace.measure.Report;
import io.millrace.measure.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The page of all workloads: over cores, and over sizes of their inputs. */
final class ScalingPage {

    private static final double MB = 1 << 20;
    private static final double NANOS = 1e9;

    private ScalingPage() {}

    /** An input, and the one before it. */
    private record Step(Line line, @Nullable Line smaller) {

        double nanosPerRecord() {
            return ScalingPage.nanosPerRecord(line);
        }

        /** The cost of a record that this input has in addition to the smaller one. */
        @Nullable Double nanosPerFurtherRecord(String figure) {
            return smaller == null
                    ? null
                    : (line.row().get(figure).median() - smaller.row().get(figure).median())
                            * NANOS
                            / (records(line) - records(smaller));
        }
    }

    static Report of(List<Experiment> experiments) {
        List<Line> overCores = over(ScalingCommand.CORES, experiments);
        List<Line> overSizes = over(ScalingCommand.SIZES, experiments);
        BarChart cores = new BarChart("Wall clock of one input (logarithmic)", "seconds");
        BarChart cost = new BarChart("Cost per record (logarithmic)", "nanoseconds");
        BarChart memory = new BarChart("Peak memory of the process (logarithmic)", "MB");
        for (Line line : overCores) {
            cores.add(line.experiment().name(), line.title(), line.row().seconds(), 1);
        }
        for (Line line : overSizes) {
            String name = line.experiment().name();
            cost.add(name, line.title(), line.row().seconds(), records(line) / NANOS);
            memory.add(name, line.title(), line.row().sample(Figures.PEAK_BYTES), MB);
        }
        return new Report(experiments)
                .text("# One input on more and more cores")
                .table(coresTable(), overCores)
                .text("# Cost per record with larger and larger inputs, on all cores")
                .table(sizesTable(), steps(overSizes))
                .text(
                        """
                        A record's cost is the wall clock divided by the records that the job reads, and so has its share of the
                        start; a further record's is what the time grows by from the row above, for each record more.
                        """)
                .chart("cores.svg", cores)
                .chart("cost.svg", cost)
                .chart("memory.svg", memory)
                .text(
                        """
                        Medians of whole processes from the shell, alternating. Runs on some of the cores are bound to them with
                        `taskset`, with all that the JVM does beside the job. Record memory is the most that was held,
                        in looks ten times a second, and what there is; of the process, its resident pages.
                        """);
    }

    private static List<Line> over(String what, List<Experiment> experiments) {
        return Experiment.lines(
                experiments.stream()
                        .filter(each -> what.equals(each.fact(ScalingCommand.OVER)))
                        .toList());
    }

    private static List<Step> steps(List<Line> lines) {
        List<Step> steps = new ArrayList<>();
        Line before = null;
        for (Line line : lines) {
            boolean same = before != null && before.experiment().equals(line.experiment());
            steps.add(new Step(line, same ? before : null));
            before = line;
        }
        return steps;
    }

    private static double records(Line line) {
        return line.row().get(JobReports.RECORDS).median();
    }

    private static double nanosPerRecord(Line line) {
        return line.row().seconds().median() * NANOS / records(line);
    }

    /** How many times as fast as on one core. */
    private static double speedUp(Line line) {
        return 1 / Objects.requireNonNull(line.ratio());
    }

    private static Table<Line> coresTable() {
        Table<Line> table =
                new Table<Line>()
                        .text("job", line -> line.experiment().name())
                        .text("input", line -> ByteSize.format(line.experiment().number("bytes")))
                        .text("cores", line -> line.row().word())
                        .number("times as fast as on one", "%.2f", ScalingPage::speedUp)
                        .number(
                                "efficiency",
                                "%.0f %%",
                                line -> 100 * speedUp(line) / Integer.parseInt(line.row().word()));
        return figures(table, line -> line);
    }

    private static Table<Step> sizesTable() {
        Table<Step> table =
                new Table<Step>()
                        .text("job", step -> step.line().experiment().name())
                        .text("input", step -> step.line().title())
                        .number("records", "%,.0f", step -> records(step.line()))
                        .number(
                                "cost, of the first row's",
                                "%.2f",
                                step ->
                                        step.nanosPerRecord()
                                                / nanosPerRecord(
                                                        step.line().experiment().lines().get(0)))
                        .number("a record", "%.0f ns", Step::nanosPerRecord)
                        .number(
                                "a further record",
                                "%.0f ns",
                                step -> step.nanosPerFurtherRecord(Figures.SECONDS))
                        .number(
                                "its processor time",
                                "%.0f ns",
                                step -> step.nanosPerFurtherRecord(Figures.CPU_SECONDS));
        return figures(table, Step::line);
    }

    private static <T> Table<T> figures(Table<T> table, Function<T, Line> line) {
        return table.number("median", "%.2f s", line.andThen(Line.median(Figures.SECONDS)))
                .number("CPU seconds", "%.1f", line.andThen(Line.median(Figures.CPU_SECONDS)))
                .text("record memory", line.andThen(ScalingPage::recordMemory))
                .number(
                        "on disk",
                        "%.0f MB",
                        line.andThen(Line.median(JobReports.SPILLED_BYTES, MB)))
                .number(
                        "process",
                        "%.0f MB",
                        line.andThen(each -> each.row().get(Figures.PEAK_BYTES).max() / MB))
                .text("runs", line.andThen(Line::runs));
    }

    private static String recordMemory(Line line) {
        return String.format(
                Locale.ROOT,
                "%.0f of %.0f MB",
                line.row().get(JobReports.HELD).max() / MB,
                line.row().get(JobReports.LIMIT).median() / MB);
    }
}
