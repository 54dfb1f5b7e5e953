package io.millrace.bench;

import io.millrace.bench.decoders.RecordFormat;
import io.millrace.bench.frame.WrongUseException;
import io.millrace.measure.Experiment;
import io.millrace.measure.Line;
import io.millrace.measure.Table;
import io.millrace.workloads.input.InputCache;
import io.millrace.workloads.input.InputKind;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The decoders of text, Avro and Protocol Buffers. */
@Command(
        name = "decoders",
        description = {
            "Measure decoders over the table UserVisits, each on one thread; two or all nine columns are decoded."
                    + " Text is in memory, and its decoders are Millrace's, an immutable one, the"
                    + " JDK's split, Hadoop's reader of keys and values, and FastCSV, and DuckDB and"
                    + " Polars in processes of their own, if python3 has them. Avro, Protocol Buffers"
                    + " and Writables are in a file, and their decoders are Millrace's and those of"
                    + " Avro, Google and Hadoop. The last figure of a row is the time relative to"
                    + " Millrace's decoder."
        },
        sortOptions = false)
final class DecodersCommand implements Callable<Integer> {

    private static final double GB = 1e9;
    private static final long MOST_BYTES = 1L << 30;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "text",
            description = "text, avro, proto or writable (default: ${DEFAULT-VALUE}).")
    private String format = "";

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "128MB",
            description = "Approximate size of the text (default: ${DEFAULT-VALUE}).")
    private String size = "";

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "5",
            description = "Passes after the first (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Another seed gives another text (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Override
    public Integer call() throws Exception {
        long bytes = Arguments.bytes(size);
        if (runs < 1 || bytes > MOST_BYTES) {
            throw new WrongUseException(
                    "--runs takes a number from 1 on, and --size at most 1GB: the text is in memory");
        }
        RecordFormat form =
                RecordFormat.of(format)
                        .orElseThrow(() ->
                                new WrongUseException(
                                        "--format is '%s'; allowed: text, avro, proto, writable"
                                                .formatted(format)));
        Path file = InputCache.ofThisUser().get(InputKind.USER_VISITS, bytes, seed);
        RecordFormat.Findings found = form.measure(file, runs);
        Table<Line> table =
                new Table<Line>()
                        .text("columns", line -> line.experiment().name())
                        .text("decoder", Line::title)
                        .number("GB/s", "%.3f", DecodersCommand::throughput)
                        .number("time, of Millrace's", "%.2f", Line::ratio)
                        .text("interval", Line::interval);
        return Printed.page(
                table.of(Experiment.lines(found.experiments())) + "\n" + found.missing());
    }

    private static double throughput(Line line) {
        return line.experiment().number("bytes") / GB / line.row().seconds().median();
    }
}
