package io.millrace.bench.parts;

import io.millrace.bench.decoders.Columns;
import io.millrace.bench.decoders.VisitsText;
import io.millrace.bench.frame.Scratch;
import io.millrace.workloads.input.InputCache;
import io.millrace.workloads.input.InputKind;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Decodes visits of web pages (Pavlo et al.) from delimited text in memory. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@State(Scope.Thread)
public class DecoderBenchmark {

    private static final long BYTES_OF_RECORD = 126;

    @Param({"mutable", "immutable", "split", "FastCSV"})
    public String decoder = "";

    @Param({"TWO", "NINE"})
    public Columns columns = Columns.TWO;

    @Param("262144")
    public int records;

    @SuppressWarnings("NullAway.Init") // made before anything is measured
    private VisitsText visits;

    @Setup
    public void generate() throws IOException, InterruptedException {
        try (Scratch folder = Scratch.of("decoders")) {
            visits =
                    VisitsText.of(
                            new InputCache(folder.path())
                                    .get(InputKind.USER_VISITS, records * BYTES_OF_RECORD, 1));
        }
    }

    @Benchmark
    public long decode() throws IOException {
        return visits.decode(decoder, columns);
    }
}
