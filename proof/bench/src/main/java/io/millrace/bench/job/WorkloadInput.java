package io.millrace.bench.job;

import io.millrace.bench.frame.Scratch;
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

/** The inputs of workloads, made once and kept. */
public final class WorkloadInput {

    private static final int TERAGEN_ROW_BYTES = 100;

    private WorkloadInput() {}

    /** The file or directory of about so many bytes, which is made if it is missing. */
    public static Path of(Path home, Workload workload, long bytes, long seed)
            throws IOException, InterruptedException, MeasurementException {
        Optional<InputKind> kind = workload.input();
        return kind.isPresent()
                ? InputCache.ofThisUser().get(kind.get(), bytes, seed)
                : teraGenerated(home, workload, bytes);
    }

    /** Hadoop's TeraGen knows no seed. */
    private static Path teraGenerated(Path home, Workload workload, long bytes)
            throws IOException, InterruptedException, MeasurementException {
        long rows = Math.max(1, bytes / TERAGEN_ROW_BYTES);
        Path folder = InputCache.ofThisUser().folder("teragen-" + rows);
        if (!Files.exists(folder.resolve("_SUCCESS"))) {
            Scratch.delete(folder);
            List<String> arguments =
                    List.of("teragen", Long.toString(rows), folder.toUri().toString());
            try (Scratch work = Scratch.of("teragen")) {
                TimedProcess.job(home, "teragen", workload.jar(), arguments, Map.of())
                        .run(work.path(), List.of());
            }
        }
        return folder;
    }
}
