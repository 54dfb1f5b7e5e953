package io.millrace.bench;

import io.millrace.bench.frame.WrongUseException;
import io.millrace.bench.reading.Readings;
import io.millrace.measure.Experiment;
import io.millrace.measure.Line;
import io.millrace.measure.Table;
import io.millrace.workloads.input.InputCache;
import io.millrace.workloads.input.InputKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Ways to read a file's bytes. */
@Command(
        name = "reading",
        description = {
            "Measure ways to read a file, on one thread: Hadoop's streams, positional reads and mapping, from the"
                    + " page cache and from the disk. With --hdfs: through a DataNode, and"
                    + " short-circuit. The figures after the throughputs are times relative to the"
                    + " first row."
        },
        sortOptions = false)
final class ReadingCommand implements Callable<Integer> {

    private static final double GB = 1e9;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "1GB",
            description = "Approximate size of the file (default: ${DEFAULT-VALUE}).")
    private String size = "";

    @Option(
            names = "--hdfs",
            description = "Measure an HDFS on this machine, too, with servers of its own.")
    private boolean hdfs;

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "5",
            description = "Passes after the first (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Override
    public Integer call() throws Exception {
        if (runs < 1) {
            throw new WrongUseException("--runs is " + runs + "; it takes at least 1");
        }
        Path file = InputCache.ofThisUser().get(InputKind.USER_VISITS, Arguments.bytes(size), 1);
        Readings readings = new Readings(runs);
        List<Experiment> all = new ArrayList<>(readings.local(file));
        if (hdfs) {
            all.addAll(readings.hdfs(Printed.home(), file));
        }
        Table<Line> table =
                new Table<Line>()
                        .text("from", line -> line.experiment().name())
                        .text("way", Line::title)
                        .number("GB/s", "%.2f", ReadingCommand::throughput)
                        .number("time, of the first row's", "%.2f", Line::ratio)
                        .text("interval", Line::interval);
        return Printed.page(table.of(Experiment.lines(all)));
    }

    private static double throughput(Line line) {
        return line.experiment().number("bytes") / GB / line.row().seconds().median();
    }
}
