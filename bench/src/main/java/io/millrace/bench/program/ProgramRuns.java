package io.millrace.bench.program;

import io.millrace.bench.job.BenchException;
import io.millrace.bench.job.Entry;
import io.millrace.bench.job.Figures;
import io.millrace.bench.job.OutputDirectory;
import io.millrace.bench.job.TimedProcess;
import io.millrace.verify.Agreement;
import io.millrace.verify.Difference;
import io.millrace.verify.run.JobLibraries;
import io.millrace.verify.run.RunResult;
import io.millrace.verify.run.Side;
import io.millrace.verify.run.SideRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a job under Hadoop's local runner and under Millrace, alternating, so that a slow minute of
 * the machine affects both. The outputs of the first two runs are compared.
 */
public final class ProgramRuns {

    private final Path home;
    private final List<String> arguments;
    private final Agreement agreement;
    private final Path work;
    private final Map<Side, List<Figures>> figures = new LinkedHashMap<>();
    private final Map<Side, RunResult> first = new LinkedHashMap<>();

    /**
     * A job that is to be measured.
     *
     * @param home directory of the launcher
     * @param arguments of {@code millrace jar}
     * @param work gets the files of the runs
     */
    public ProgramRuns(Path home, List<String> arguments, Agreement agreement, Path work) {
        this.home = home;
        this.arguments = List.copyOf(arguments);
        this.agreement = agreement;
        this.work = work;
        figures.put(Side.LOCAL, new ArrayList<>());
        figures.put(Side.MILLRACE, new ArrayList<>());
    }

    /**
     * Measures the job.
     *
     * @param warmups runs of each side that do not count
     * @param runs runs of each side that count
     * @throws BenchException if a run fails; its log is below the directory for work
     */
    public ProgramReport measure(int warmups, int runs)
            throws IOException, InterruptedException, BenchException {
        List<Difference> differences = List.of();
        for (int number = 1 - warmups; number <= runs; number++) {
            for (Side side : figures.keySet()) {
                String run = number < 1 ? "warm-up" : "run " + number + " of " + runs;
                Figures taken = run(side, number + warmups);
                System.err.printf("%s: %s: %.2f s%n", run, side.title(), taken.seconds());
                if (number >= 1) {
                    figures.get(side).add(taken);
                }
            }
            if (number == 1 - warmups) {
                differences = compare();
            }
        }
        RunResult local = first.get(Side.LOCAL);
        return new ProgramReport(
                entry(Side.LOCAL),
                entry(Side.MILLRACE),
                local.jobs().size(),
                local.outcome().files().names().size(),
                differences);
    }

    private Figures run(Side side, int number)
            throws IOException, InterruptedException, BenchException {
        SideRun run = new SideRun(side, work.resolve(side.framework() + "-" + number));
        Path log = TimedProcess.log(run.directory());
        try {
            Figures taken =
                    TimedProcess.launcher(
                                    home,
                                    side.title(),
                                    SideRun.arguments(arguments),
                                    run.environment())
                            .workingIn(Path.of("").toAbsolutePath())
                            .run(run.directory(), List.of());
            RunResult result = run.end(0, log);
            if (result.failure().isPresent()) {
                throw new BenchException(side.title() + ": " + result.failure().get());
            }
            if (first.putIfAbsent(side, result) != null) {
                OutputDirectory.delete(run.directory());
            }
            return taken;
        } catch (BenchException e) {
            throw new BenchException(
                    e.getMessage() + "\nThe log of the run, with both streams, is " + log, e);
        }
    }

    private List<Difference> compare() throws IOException {
        RunResult local = first.get(Side.LOCAL);
        List<Difference> differences =
                local.differencesOf(
                        first.get(Side.MILLRACE),
                        agreement,
                        JobLibraries.of(arguments, local.jobs(), work.resolve("libraries")));
        for (Side side : figures.keySet()) {
            OutputDirectory.delete(work.resolve(side.framework() + "-1"));
        }
        return differences;
    }

    private Entry entry(Side side) {
        return new Entry(side.framework(), side.title(), figures.get(side), true, false, null);
    }
}
