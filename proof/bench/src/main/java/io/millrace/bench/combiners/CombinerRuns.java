package io.millrace.bench.combiners;

import io.millrace.apps.workload.Likeness;
import io.millrace.bench.job.BenchException;
import io.millrace.bench.job.Figures;
import io.millrace.bench.job.OutputDirectory;
import io.millrace.bench.job.OutputForm;
import io.millrace.bench.job.TimedProcess;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs the job of a kind in several ways, alternating, each time in a new process. Outputs must be
 * the same. Used by one thread.
 */
public final class CombinerRuns {

    private final Path home;
    private final Path input;
    private final Path work;
    private final List<String> options;

    /**
     * Runs below a directory.
     *
     * @param options of every job
     */
    public CombinerRuns(Path home, Path input, Path work, List<String> options) {
        this.home = home;
        this.input = input;
        this.work = work;
        this.options = List.copyOf(options);
    }

    /** The figures of one run. */
    record Run(long combined, long emitted, long shuffled, double cpuSeconds) {}

    /**
     * Measures a kind.
     *
     * @throws BenchException if a run fails, or its output is not that of the first
     */
    CombinerRow measure(CombinerKind kind, int runs)
            throws IOException, InterruptedException, BenchException {
        CombinerRow row = new CombinerRow(kind);
        for (int number = 0; number < runs; number++) {
            for (CombinerWay way : CombinerWay.values()) {
                row.add(way, run(kind, way, number));
            }
        }
        OutputDirectory.delete(work.resolve(kind.name()));
        return row;
    }

    private Run run(CombinerKind kind, CombinerWay way, int number)
            throws IOException, InterruptedException, BenchException {
        Path own = work.resolve(kind.name()).resolve(way.name() + number);
        Files.createDirectories(own);
        Path output = own.resolve("out");
        List<String> command = new ArrayList<>(List.of("jar", "--no-history"));
        command.addAll(List.of(ownJar().toString(), CombinerProgram.class.getName()));
        command.addAll(way.options());
        command.addAll(options);
        command.add(kind.name().toLowerCase(Locale.ROOT));
        command.addAll(List.of(input.toUri().toString(), output.toUri().toString()));
        Figures figures =
                TimedProcess.launcher(home, way.title(), command, Map.of()).run(own, List.of());
        Path first = work.resolve(kind.name()).resolve(CombinerWay.STOCK.name() + 0).resolve("out");
        new OutputDirectory(output, OutputForm.HADOOP_FILES)
                .requireSameAs(
                        new OutputDirectory(first, OutputForm.HADOOP_FILES),
                        way.title(),
                        Likeness.EXACT);
        String log = Files.readString(TimedProcess.log(own));
        Double cpu = figures.cpuSeconds();
        return new Run(
                counter(log, "Combine input records"),
                counter(log, "Combine output records"),
                counter(log, "Reduce shuffle bytes"),
                cpu == null ? Double.NaN : cpu);
    }

    /** A counter that the client printed. */
    private static long counter(String log, String name) throws BenchException {
        Matcher found = Pattern.compile("^\\s*" + name + "=(\\d+)", Pattern.MULTILINE).matcher(log);
        if (!found.find()) {
            throw new BenchException("the log of a run has no counter \"" + name + "\":\n" + log);
        }
        return Long.parseLong(found.group(1));
    }

    /** The jar with the jobs' classes. */
    private static Path ownJar() throws BenchException {
        try {
            return Path.of(
                    CombinerProgram.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI());
        } catch (URISyntaxException e) {
            throw new BenchException("the jar of the benchmark cannot be found: " + e, e);
        }
    }
}
