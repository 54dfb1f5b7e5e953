package io.millrace.bench.soak;

import io.millrace.bench.contender.ClusterJob;
import io.millrace.bench.contender.Servers;
import io.millrace.bench.contender.StudyCluster;
import io.millrace.bench.frame.ResultsDirectory;
import io.millrace.bench.frame.Scratch;
import io.millrace.bench.job.WorkloadInput;
import io.millrace.daemons.HadoopCluster;
import io.millrace.measure.MeasurementException;
import io.millrace.workloads.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Runs of jobs in gangs on a cluster of Hadoop's servers. Used by one thread. */
final class GangStudy {

    static final int NODES = 2;

    private final SoakStudy.Setting setting;
    private final Path work;
    private final ResultsDirectory results;
    private final SoakStudy local;
    private final Map<Workload, Double> seconds = new EnumMap<>(Workload.class);

    /**
     * References are from {@code local}. Outputs are below {@code work}; logs and stacks of runs
     * that fail are with the results.
     */
    GangStudy(SoakStudy.Setting setting, SoakStudy local, Path work, ResultsDirectory results) {
        this.setting = setting;
        this.local = local;
        this.work = work;
        this.results = results;
    }

    /**
     * Does all runs on one cluster.
     *
     * @throws MeasurementException if there is no cluster, or a job does not even run without an
     *     event
     */
    List<Finding> run() throws IOException, InterruptedException, MeasurementException {
        Servers.requireNamespaces("no cluster can start: ");
        List<Finding> findings = new ArrayList<>();
        try (HadoopCluster cluster =
                StudyCluster.start(setting.home(), NODES, SoakJob.REDUCES, 0)) {
            for (int run = 0; run < setting.runs(); run++) {
                Plan plan = Plan.of(setting.seed() + run, setting.programs(), Event.ON_A_CLUSTER);
                Finding finding = run(plan, cluster);
                findings.add(finding);
                System.err.println(finding);
            }
        }
        return findings;
    }

    private Finding run(Plan plan, HadoopCluster cluster)
            throws IOException, InterruptedException, MeasurementException {
        Workload workload = plan.program().workload();
        Reference reference = local.reference(plan.program());
        Double calm = seconds.get(workload);
        if (calm == null) {
            calm =
                    new GangRun(job(workload, "gang-" + workload.word(), cluster), results)
                            .calm(reference);
            seconds.put(workload, calm);
        }
        GangJob job = job(workload, "gang-run-" + plan.seed(), cluster);
        Finding finding = new GangRun(job, results).run(plan, reference, calm);
        Scratch.delete(job.directory());
        return finding;
    }

    private GangJob job(Workload workload, String name, HadoopCluster cluster)
            throws IOException, InterruptedException, MeasurementException {
        Path input =
                WorkloadInput.of(setting.home(), workload, setting.bytes(), SoakStudy.INPUT_SEED);
        Path directory = Files.createDirectories(work.resolve(name));
        return new GangJob(
                setting.home(),
                cluster,
                workload,
                ClusterJob.copied(cluster, workload, input),
                new SoakJob(setting.home(), new PlainProgram(workload), input, directory)
                        .splitBytes(),
                directory);
    }
}
