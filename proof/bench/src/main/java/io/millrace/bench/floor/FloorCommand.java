package io.millrace.bench.floor;

import io.millrace.bench.frame.BenchCommand;
import io.millrace.bench.frame.Options;
import io.millrace.bench.frame.Scratch;
import io.millrace.bench.job.LocalJob;
import io.millrace.bench.job.WorkloadInput;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.Sample;
import io.millrace.measure.process.TimedProcess;
import io.millrace.workloads.Workload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Job;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The time of the user's own code: a lower bound for any engine. */
@Command(
        name = "floor",
        description = {
            "Run the mapper of a workload over lines from memory, with a write that only counts: once in a new JVM,",
            "then so many runs again when it is warm. ./millrace workload lists the workloads."
        },
        sortOptions = false)
public final class FloorCommand extends BenchCommand {

    /** Hadoop's block size for local files, and so the length of a split. */
    private static final int SPLIT_BYTES = 32 << 20;

    private static final double MB = 1 << 20;

    @Parameters(paramLabel = "NAME", description = "The workload.")
    private String name = "";

    @Mixin private final Options.Size size = new Options.Size("256MB");

    @Option(
            names = "--input",
            paramLabel = "FILE",
            description = "Read this file instead of one that is generated.")
    private @Nullable Path input;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Map tasks at once (default: ${DEFAULT-VALUE}, the machine's cores).")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Mixin private final Options.Runs runs = new Options.Runs(3);
    @Mixin private final Options.Seed seed = new Options.Seed();

    @Override
    public Integer call() throws Exception {
        Workload workload = Options.workloads(List.of(name)).get(0);
        Options.atLeastOne("--threads", threads);
        runs.count();
        Path file =
                input != null
                        ? input
                        : WorkloadInput.of(home(), workload, size.bytes(), seed.number());
        try (Scratch scratch = Scratch.of("floor")) {
            LinesInMemory lines = LinesInMemory.read(file, SPLIT_BYTES);
            Configuration conf = new Configuration();
            conf.set("fs.defaultFS", "file:///");
            Job job =
                    new WorkloadJobs(TimedProcess.jar(home(), workload.jar()))
                            .of(
                                    workload,
                                    conf,
                                    LocalJob.path(file),
                                    LocalJob.path(scratch.path().resolve("out")));
            return print(measured(lines, new Floor(job, lines, threads)));
        }
    }

    private String measured(LinesInMemory lines, Floor floor)
            throws InterruptedException, MeasurementException {
        Floor.Pass first = floor.run();
        List<Double> warm = new ArrayList<>();
        for (int i = 0; i < runs.count(); i++) {
            warm.add(floor.run().seconds());
        }
        double median = new Sample(warm).median();
        double megabytes = lines.bytes() / MB;
        return String.format(
                Locale.ROOT,
                """
                floor of %s: %.1f MB, %d threads, %d map tasks, %,d records written
                first  %7.3f s  %8.1f MB/s
                warm   %7.3f s  %8.1f MB/s
                """,
                name,
                megabytes,
                threads,
                lines.tasks(),
                first.records(),
                first.seconds(),
                megabytes / first.seconds(),
                median,
                megabytes / median);
    }
}
