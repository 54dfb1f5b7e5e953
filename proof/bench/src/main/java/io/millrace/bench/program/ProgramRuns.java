package io.millrace.bench.program;

import io.millrace.bench.frame.BenchException;
import io.millrace.bench.frame.Case;
import io.millrace.bench.frame.Experiment;
import io.millrace.bench.frame.Figures;
import io.millrace.bench.frame.Rounds;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs a job under Hadoop's local runner and under Millrace, alternating, so that a slow minute of
 * the machine affects both. The outputs of the first two runs are compared.
 */
public final class ProgramRuns {

    private final Path home;
    private final List<String> arguments;
    private final Agreement agreement;
    private final Path work;
    private @Nullable RunResult first;
    private @Nullable Findings findings;

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
     * The results of the first two runs.
     *
     * @param jobs number of jobs of each run
     * @param files number of files that they wrote
     * @param differences of Millrace's result from that of Hadoop's local runner
     */
    record Findings(int jobs, int files, List<Difference> differences) {
        Findings {
            differences = List.copyOf(differences);
        }
    }

    /**
     * Measures the job.
     *
     * @param warmups runs of each side that do not count
     * @param runs runs of each side that count
     * @throws BenchException if a run fails; its log is below the directory for work
     */
    public ProgramPage measure(int warmups, int runs) throws Exception {
        Experiment measured =
                new Rounds("", warmups, runs)
                        .experiment(
                                List.of(newCase(Side.LOCAL), newCase(Side.MILLRACE)),
                                (run, one, figures) ->
                                        System.err.printf(
                                                "%s: %s: %.2f s%n",
                                                run, one.title(), figures.seconds()));
        return new ProgramPage(measured, Objects.requireNonNull(findings, "both sides ran"));
    }

    private Case newCase(Side side) {
        AtomicInteger number = new AtomicInteger();
        return new Case(
                side.framework(),
                side.title(),
                Map.of(),
                () -> {
                    Path directory =
                            work.resolve(side.framework() + "-" + number.incrementAndGet());
                    return run(new SideRun(side, directory), side);
                });
    }

    private Figures run(SideRun run, Side side)
            throws IOException, InterruptedException, BenchException {
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
            if (findings == null) {
                compare(result, run.directory());
            } else {
                OutputDirectory.delete(run.directory());
            }
            return taken;
        } catch (BenchException e) {
            throw new BenchException(
                    e.getMessage() + "\nThe log of the run, with both streams, is " + log, e);
        }
    }

    /** Keeps the first result until the other side has one. */
    private void compare(RunResult result, Path directory)
            throws IOException, InterruptedException, BenchException {
        RunResult local = first;
        if (local == null) {
            first = result;
            return;
        }
        findings =
                new Findings(
                        local.jobs().size(),
                        local.outcome().files().names().size(),
                        local.differencesOf(
                                result,
                                agreement,
                                JobLibraries.of(
                                        arguments, local.jobs(), work.resolve("libraries"))));
        OutputDirectory.delete(work.resolve(Side.LOCAL.framework() + "-1"));
        OutputDirectory.delete(directory);
    }
}
