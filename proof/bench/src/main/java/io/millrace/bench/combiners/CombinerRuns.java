package io.millrace.bench.combiners;

import io.millrace.bench.contender.Launched;
import io.millrace.bench.job.OutputDirectory;
import io.millrace.bench.job.OutputForm;
import io.millrace.measure.Case;
import io.millrace.measure.Experiment;
import io.millrace.measure.Figures;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.Rounds;
import io.millrace.measure.process.TimedProcess;
import io.millrace.workloads.Likeness;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs the job of a kind in several ways, alternating, each time in a new process. Outputs must be
 * the same. Used by one thread.
 *
 * @param work the directory below which runs have theirs
 * @param options of every job
 */
public record CombinerRuns(Path home, Path input, Path work, List<String> options) {

    /** The figures of a run that its client has printed as counters. */
    public static final String COMBINED = "combinedRecords";

    public static final String EMITTED = "combinerOutputRecords";
    public static final String SHUFFLED = "shuffledBytes";

    private static final Map<String, String> COUNTERS = new LinkedHashMap<>();

    static {
        COUNTERS.put(COMBINED, "Combine input records");
        COUNTERS.put(EMITTED, "Combine output records");
        COUNTERS.put(SHUFFLED, "Reduce shuffle bytes");
    }

    public CombinerRuns {
        options = List.copyOf(options);
    }

    /**
     * Measures a kind. The first row is what the others are compared with.
     *
     * @throws MeasurementException if a run fails, or its output is not that of the first
     */
    public Experiment measure(CombinerKind kind, int runs) throws Exception {
        List<String> stock = new ArrayList<>(Launched.STOCK_LOCAL_FILES);
        stock.addAll(List.of("-D", "mapreduce.framework.name=local"));
        Path own = work.resolve(kind.word());
        List<Case> cases =
                List.of(
                        newCase(kind, "stock", "Hadoop's local runner", stock),
                        newCase(
                                kind,
                                "hadoop",
                                "Hadoop's classes in Millrace",
                                List.of("-D", "millrace.task.runner=hadoop")),
                        newCase(kind, "millrace", "Millrace", List.of()),
                        newCase(
                                kind,
                                "workers",
                                "Millrace, 2 workers",
                                List.of("-D", "millrace.workers=2")));
        Experiment measured =
                new Rounds(kind.word(), 0, runs)
                        .experiment(
                                cases,
                                (run, one, figures) ->
                                        System.err.printf(
                                                "%s, %s: %s: %.2f s%n",
                                                kind.word(), run, one.title(), figures.seconds()));
        OutputDirectory.delete(own);
        return measured;
    }

    private Case newCase(CombinerKind kind, String word, String title, List<String> way) {
        List<String> command = new ArrayList<>(way);
        command.addAll(options);
        command.add(kind.word());
        AtomicInteger run = new AtomicInteger();
        Path own = work.resolve(kind.word());
        return new Case(
                word,
                title,
                Map.of(),
                () -> run(title, command, own.resolve(word + run.getAndIncrement())));
    }

    private Figures run(String title, List<String> way, Path own)
            throws IOException, InterruptedException, MeasurementException {
        Files.createDirectories(own);
        Path output = own.resolve("out");
        List<String> command = new ArrayList<>(List.of("jar", "--no-history"));
        command.addAll(List.of(ownJar().toString(), CombinerProgram.class.getName()));
        command.addAll(way);
        command.addAll(List.of(input.toUri().toString(), output.toUri().toString()));
        Figures figures = TimedProcess.launcher(home, title, command, Map.of()).run(own, List.of());
        Path first = own.resolveSibling("stock0").resolve("out");
        new OutputDirectory(output, OutputForm.HADOOP_FILES)
                .requireSameAs(
                        new OutputDirectory(first, OutputForm.HADOOP_FILES), title, Likeness.EXACT);
        String log = Files.readString(TimedProcess.log(own));
        for (Map.Entry<String, String> each : COUNTERS.entrySet()) {
            figures = figures.and(each.getKey(), counter(log, each.getValue()));
        }
        return figures;
    }

    /** A counter that the client printed. */
    private static long counter(String log, String name) throws MeasurementException {
        Matcher found = Pattern.compile("^\\s*" + name + "=(\\d+)", Pattern.MULTILINE).matcher(log);
        if (!found.find()) {
            throw new MeasurementException(
                    "the log of a run has no counter \"" + name + "\":\n" + log);
        }
        return Long.parseLong(found.group(1));
    }

    /** The jar with the jobs' classes. */
    private static Path ownJar() throws MeasurementException {
        try {
            return Path.of(
                    CombinerProgram.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI());
        } catch (URISyntaxException e) {
            throw new MeasurementException("the jar of the benchmark cannot be found: " + e, e);
        }
    }
}
