package io.millrace.bench.decoders;

import io.millrace.bench.frame.BenchCommand;
import io.millrace.bench.frame.Options;
import io.millrace.bench.frame.WrongUseException;
import io.millrace.measure.Experiment;
import io.millrace.measure.Line;
import io.millrace.measure.Table;
import io.millrace.workloads.input.InputCache;
import io.millrace.workloads.input.InputKind;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
                    + " Millrace's decoder. A first pass does not count."
        },
        sortOptions = false)
public final class DecodersCommand extends BenchCommand {

    private static final double GB = 1e9;
    private static final long MOST_BYTES = 1L << 30;

    private static final Table<Line> TABLE =
            new Table<Line>()
                    .text("columns", line -> line.experiment().name())
                    .text("decoder", Line::title)
                    .number("GB/s", "%.3f", line -> line.bytesPerSecond() / GB)
                    .number("time, of Millrace's", "%.2f", Line::ratio)
                    .text("interval", Line::interval);

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private RecordFormat format = RecordFormat.TEXT;

    @Mixin private final Options.Size size = new Options.Size("128MB");
    @Mixin private final Options.Runs runs = new Options.Runs(5);
    @Mixin private final Options.Seed seed = new Options.Seed();

    @Override
    public Integer call() throws Exception {
        if (size.bytes() > MOST_BYTES) {
            throw new WrongUseException("--size takes at most 1GB: the text is in memory");
        }
        int rounds = runs.count();
        Path file = InputCache.ofThisUser().get(InputKind.USER_VISITS, size.bytes(), seed.number());
        RecordFormat.Findings found = format.measure(file, rounds);
        return print(TABLE.of(Experiment.lines(found.experiments())) + "\n" + found.missing());
    }
}
