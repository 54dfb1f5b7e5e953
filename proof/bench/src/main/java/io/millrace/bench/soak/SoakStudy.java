package io.millrace.bench.soak;

import io.millrace.bench.frame.ResultsDirectory;
import io.millrace.bench.frame.Scratch;
import io.millrace.bench.job.WorkloadInput;
import io.millrace.measure.MeasurementException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs of jobs, each with an event that its seed chooses. Used by one thread. */
final class SoakStudy {

    static final long INPUT_SEED = 1;

    private final Setting setting;
    private final Path work;
    private final ResultsDirectory results;
    private final Map<Program, Reference> references = new HashMap<>();
    private final List<Finding> findings = new ArrayList<>();

    /**
     * The settings that all runs share.
     *
     * @param seed of the first run; the next one has the next seed
     * @param bytes of each input
     */
    record Setting(
            Path home, List<Program> programs, int workers, long seed, int runs, long bytes) {

        Setting {
            programs = List.copyOf(programs);
        }
    }

    /** Outputs are below {@code work}; logs and stacks of runs that fail are with the results. */
    SoakStudy(Setting setting, Path work, ResultsDirectory results) {
        this.setting = setting;
        this.work = work;
        this.results = results;
    }

    /**
     * Does all runs.
     *
     * @throws MeasurementException if a job does not even run without an event
     */
    List<Finding> run() throws IOException, InterruptedException, MeasurementException {
        for (int run = 0; run < setting.runs(); run++) {
            Plan plan = Plan.of(setting.seed() + run, setting.programs(), Event.ON_ONE_MACHINE);
            Reference reference = reference(plan.program());
            SoakJob job = job(plan.program(), "run-" + plan.seed());
            Finding finding = newRun(job).run(plan, reference);
            findings.add(finding);
            System.err.println(finding);
            Scratch.delete(job.directory());
        }
        return List.copyOf(findings);
    }

    /** The right result of a program. */
    Reference reference(Program program)
            throws IOException, InterruptedException, MeasurementException {
        Reference known = references.get(program);
        if (known == null) {
            known = newRun(job(program, program.word())).calm();
            references.put(program, known);
        }
        return known;
    }

    private SoakJob job(Program program, String name)
            throws IOException, InterruptedException, MeasurementException {
        Path input =
                WorkloadInput.of(setting.home(), program.workload(), setting.bytes(), INPUT_SEED);
        return new SoakJob(
                setting.home(), program, input, Files.createDirectories(work.resolve(name)));
    }

    private SoakRun newRun(SoakJob job) {
        return new SoakRun(job, setting.workers(), results);
    }
}
