package io.millrace.bench.program;

import io.millrace.bench.frame.BenchException;
import io.millrace.bench.frame.Figures;
import io.millrace.bench.job.Entry;
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
import java.util.List;

/**
 * Runs a job under Hadoop's local runner and under Millrace, alternating, so that a slow minute of
 * the machine affects both. The outputs of the first two runs are compared.
 */
public final class ProgramRuns {

    private final Path home;
    private final List<String> arguments;
    private final Agreement agreement;
    private final Path work;
    private final Lane local = new Lane(Side.LOCAL);
    private final Lane millrace = new Lane(Side.MILLRACE);

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
        int first = 1 - warmups;
        RunResult localResult = local.run(first, runs);
        RunResult millraceResult = millrace.run(first, runs);
        List<Difference> differences =
                localResult.differencesOf(
                        millraceResult,
                        agreement,
                        JobLibraries.of(arguments, localResult.jobs(), work.resolve("libraries")));
        local.delete(first);
        millrace.delete(first);
        for (int number = first + 1; number <= runs; number++) {
            for (Lane lane : List.of(local, millrace)) {
                lane.run(number, runs);
                lane.delete(number);
            }
        }
        return new ProgramReport(
                local.entry(),
                millrace.entry(),
                localResult.jobs().size(),
                localResult.outcome().files().names().size(),
                differences);
    }

    /** The runs under one framework. */
    private final class Lane {

        private final Side side;
        private final List<Figures> figures = new ArrayList<>();

        Lane(Side side) {
            this.side = side;
        }

        /** Runs the job; runs with numbers below 1 do not count. */
        RunResult run(int number, int runs)
                throws IOException, InterruptedException, BenchException {
            SideRun run = new SideRun(side, directory(number));
            Path log = TimedProcess.log(run.directory());
            try {
                Figures taken = process(run).run(run.directory(), List.of());
                RunResult result = run.end(0, log);
                if (result.failure().isPresent()) {
                    throw new BenchException(side.title() + ": " + result.failure().get());
                }
                String name = number < 1 ? "warm-up" : "run " + number + " of " + runs;
                System.err.printf("%s: %s: %.2f s%n", name, side.title(), taken.seconds());
                if (number >= 1) {
                    figures.add(taken);
                }
                return result;
            } catch (BenchException e) {
                throw new BenchException(
                        e.getMessage() + "\nThe log of the run, with both streams, is " + log, e);
            }
        }

        private TimedProcess process(SideRun run) {
            return TimedProcess.launcher(
                            home, side.title(), SideRun.arguments(arguments), run.environment())
                    .workingIn(Path.of("").toAbsolutePath());
        }

        void delete(int number) throws IOException {
            OutputDirectory.delete(directory(number));
        }

        private Path directory(int number) {
            return work.resolve(
                    side.framework() + (number < 1 ? "-warmup" : "-") + Math.abs(number));
        }

        Entry entry() {
            return new Entry(side.framework(), side.title(), figures, true, false, null);
        }
    }
}
