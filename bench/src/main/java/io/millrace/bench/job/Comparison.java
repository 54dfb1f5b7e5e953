package io.millrace.bench.job;

import io.millrace.apps.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs a workload under each contender by turns, so that a slow minute of the machine hits all of
 * them.
 */
public final class Comparison {

    private final Path home;
    private final Workload workload;
    private final List<Contender> contenders;

    /**
     * Contenders on the Millrace in {@code home}; the outputs of all must equal the first one's.
     */
    public Comparison(Path home, Workload workload, List<Contender> contenders) {
        this.home = home;
        this.workload = workload;
        this.contenders = List.copyOf(contenders);
    }

    /**
     * Measures {@code runs} runs of each, in the order of the contenders.
     *
     * @throws BenchException if a run fails, or its output is not the same as the first one's
     */
    public List<Timing> run(Path input, int runs)
            throws IOException, InterruptedException, BenchException {
        Path work = Files.createTempDirectory("millrace-bench");
        try {
            return measured(input, runs, work);
        } finally {
            OutputFolder.delete(work);
        }
    }

    private List<Timing> measured(Path input, int runs, Path work)
            throws IOException, InterruptedException, BenchException {
        List<List<Double>> seconds = new ArrayList<>();
        contenders.forEach(contender -> seconds.add(new ArrayList<>()));
        @Nullable OutputFolder first = null;
        for (int run = 1; run <= runs; run++) {
            for (int i = 0; i < contenders.size(); i++) {
                Contender contender = contenders.get(i);
                OutputFolder output = new OutputFolder(work.resolve(i + "-" + run));
                double taken =
                        new JobProcess(
                                        home,
                                        contender.name(),
                                        workload.jar(),
                                        workload.command(
                                                contender.jobOptions(),
                                                input.toUri().toString(),
                                                output.uri()))
                                .run(work);
                System.err.printf("run %d of %d: %s: %.2f s%n", run, runs, contender.name(), taken);
                seconds.get(i).add(taken);
                if (first == null) {
                    first = output;
                } else {
                    output.requireSameAs(first, contender.name(), workload.likeness());
                    output.delete();
                }
            }
        }
        List<Timing> timings = new ArrayList<>();
        for (int i = 0; i < contenders.size(); i++) {
            timings.add(new Timing(contenders.get(i), seconds.get(i)));
        }
        return timings;
    }
}
