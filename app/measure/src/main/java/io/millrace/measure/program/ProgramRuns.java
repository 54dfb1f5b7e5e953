package io.millrace.measure.program;

import io.millrace.measure.Case;
import io.millrace.measure.Experiment;
import io.millrace.measure.Figures;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.Rounds;
import io.millrace.measure.process.TimedProcess;
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
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FileUtil;
import org.jspecify.annotations.Nullable;

/**
 * Runs a job under Hadoop's local runner and under Millrace, alternating, so that a slow minute of
 * the machine affects both. The outputs of the first two runs are compared. Used by one thread.
 */
public final class ProgramRuns {

    private final Path launcher;
    private final List<String> arguments;
    private final Agreement agreement;
    private final Path work;
    private @Nullable RunResult first;
    private @Nullable Findings findings;

    /**
     * A job that is to be measured.
     *
     * @param launcher the command {@code millrace}
     * @param arguments of {@code millrace jar}
     * @param work gets the files of the runs
     */
    public ProgramRuns(Path launcher, List<String> arguments, Agreement agreement, Path work) {
        this.launcher = launcher;
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
     * @throws MeasurementException if a run fails; its log is below the directory for work
     */
    public ProgramPage measure(int warmups, int runs) throws Exception {
        Experiment measured =
                new Rounds("", warmups, runs)
                        .aloud()
                        .experiment(List.of(newCase(Side.LOCAL), newCase(Side.MILLRACE)));
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
            throws IOException, InterruptedException, MeasurementException {
        Path log = TimedProcess.log(run.directory());
        try {
            List<String> command = new ArrayList<>(List.of(launcher.toString()));
            command.addAll(SideRun.arguments(arguments));
            Figures taken =
                    new TimedProcess(side.title(), command, run.environment())
                            .workingIn(Path.of("").toAbsolutePath())
                            .run(run.directory(), List.of());
            RunResult result = run.end(0, log);
            if (result.failure().isPresent()) {
                throw new MeasurementException(side.title() + ": " + result.failure().get());
            }
            if (findings == null) {
                compare(result, run.directory());
            } else {
                delete(run.directory());
            }
            return taken;
        } catch (MeasurementException e) {
            throw new MeasurementException(
                    e.getMessage() + "\nThe log of the run, with both streams, is " + log, e);
        }
    }

    /** Keeps the first result until the other side has one. */
    private void compare(RunResult result, Path directory)
            throws IOException, InterruptedException, MeasurementException {
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
        delete(work.resolve(Side.LOCAL.framework() + "-1"));
        delete(directory);
    }

    private static void delete(Path directory) {
        FileUtil.fullyDelete(directory.toFile());
    }
}
