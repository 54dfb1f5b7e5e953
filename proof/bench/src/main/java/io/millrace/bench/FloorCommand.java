package io.millrace.bench;

import io.millrace.bench.floor.Floor;
import io.millrace.bench.floor.LinesInMemory;
import io.millrace.bench.floor.WorkloadJobs;
import io.millrace.bench.job.OutputDirectory;
import io.millrace.bench.job.WorkloadInput;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.Sample;
import io.millrace.measure.process.TimedProcess;
import io.millrace.workloads.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The time of the user's own code: a lower bound for any engine. */
@Command(
        name = "floor",
        description = {
            "Run the mapper of a workload over lines from memory, with a write that only counts:",
            "once in a new JVM, then again when it is warm. ./millrace workload lists the workloads."
        },
        sortOptions = false)
final class FloorCommand implements Callable<Integer> {

    /** Hadoop's block size for local files, and so the length of a split. */
    private static final int SPLIT_BYTES = 32 << 20;

    private static final double MB = 1 << 20;

    @Parameters(paramLabel = "NAME", description = "The workload.")
    private String name = "";

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "256MB",
            description = "Approximate size of the input (default: ${DEFAULT-VALUE}).")
    private String size = "";

    @Option(
            names = "--input",
            paramLabel = "FILE",
            description = "Read this file instead of one that is generated.")
    private @Nullable Path input;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Map tasks at once (default: the machine's cores).")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "3",
            description = "Passes after the first (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Another seed gives another input (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Override
    public Integer call() throws Exception {
        if (threads < 1 || runs < 1) {
            throw new MeasurementException("--threads and --runs take numbers from 1 on");
        }
        Workload workload = Arguments.workload(name);
        Path home = Printed.home();
        Path file =
                input != null
                        ? input
                        : new WorkloadInput(home, workload, Arguments.bytes(size), seed).path();
        Path scratch = Files.createTempDirectory("millrace-floor");
        try {
            LinesInMemory lines = LinesInMemory.read(file, SPLIT_BYTES);
            Job job = job(workload, home, file, scratch.resolve("out"));
            return Printed.page(measured(workload, lines, new Floor(job, lines, threads)));
        } finally {
            OutputDirectory.delete(scratch);
        }
    }

    private static Job job(Workload workload, Path home, Path input, Path output)
            throws IOException, MeasurementException {
        Configuration conf = new Configuration();
        conf.set("fs.defaultFS", "file:///");
        return new WorkloadJobs(TimedProcess.jar(home, workload.jar()))
                .of(workload, conf, hadoopPath(input), hadoopPath(output));
    }

    private static org.apache.hadoop.fs.Path hadoopPath(Path path) {
        return new org.apache.hadoop.fs.Path(path.toUri());
    }

    private String measured(Workload workload, LinesInMemory lines, Floor floor)
            throws InterruptedException, MeasurementException {
        Floor.Pass first = floor.run();
        List<Double> warm = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            warm.add(floor.run().seconds());
        }
        double median = new Sample(warm).median();
        return String.format(
                Locale.ROOT,
                """
                floor of %s: %.1f MB, %d threads, %d map tasks, %,d records written
                first  %7.3f s  %8.1f MB/s
                warm   %7.3f s  %8.1f MB/s
                """,
                workload.word(),
                lines.bytes() / MB,
                threads,
                lines.tasks(),
                first.records(),
                first.seconds(),
                rate(lines, first.seconds()),
                median,
                rate(lines, median));
    }

    private static double rate(LinesInMemory lines, double seconds) {
        return lines.bytes() / MB / seconds;
    }
}
