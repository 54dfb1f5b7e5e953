package io.millrace.bench.job;

import io.millrace.measure.MeasurementException;
import io.millrace.measure.process.TimedProcess;
import io.millrace.workloads.Workload;
import io.millrace.workloads.input.InputCache;
import io.millrace.workloads.input.InputKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The input of a workload, by its size and seed, made once and kept. */
public final class WorkloadInput {

    private static final int TERAGEN_ROW_BYTES = 100;

    private final Path home;
    private final Workload workload;
    private final long bytes;
    private final long seed;

    public WorkloadInput(Path home, Workload workload, long bytes, long seed) {
        this.home = home;
        this.workload = workload;
        this.bytes = bytes;
        this.seed = seed;
    }

    /** The file or directory, which is made if it is missing. */
    public Path path() throws IOException, InterruptedException, MeasurementException {
        Optional<InputKind> kind = workload.input();
        return kind.isPresent()
                ? InputCache.ofThisUser().get(kind.get(), bytes, seed)
                : teraGenerated();
    }

    /** Hadoop's TeraGen knows no seed. */
    private Path teraGenerated() throws IOException, InterruptedException, MeasurementException {
        long rows = Math.max(1, bytes / TERAGEN_ROW_BYTES);
        Path folder = InputCache.ofThisUser().folder("teragen-" + rows);
        if (!Files.exists(folder.resolve("_SUCCESS"))) {
            Path work = Files.createTempDirectory("millrace-teragen");
            try {
                if (Files.exists(folder)) {
                    OutputDirectory.delete(folder);
                }
                List<String> arguments =
                        List.of("teragen", Long.toString(rows), folder.toUri().toString());
                TimedProcess.job(home, "teragen", workload.jar(), arguments, Map.of())
                        .run(work, List.of());
            } finally {
                OutputDirectory.delete(work);
            }
        }
        return folder;
    }
}
