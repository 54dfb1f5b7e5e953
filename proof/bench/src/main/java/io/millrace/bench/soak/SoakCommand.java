package io.millrace.bench.soak;

import io.millrace.bench.frame.Options;
import io.millrace.bench.frame.ResultsDirectory;
import io.millrace.bench.frame.Scratch;
import io.millrace.bench.frame.StudyCommand;
import io.millrace.bench.frame.WrongUseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Jobs and loops in several processes, of which some are killed. */
@Command(
        name = "soak",
        description = {
            "Run jobs, and loops with collectives, with workers, each in its own processes, and kill or stop some of them",
            "at a random moment, or fill the disk of one (only root can mount a small one).",
            "The result of each run is compared with that of one process. A run fails if it differs, if the job",
            "fails or hangs, or if a process or a file is left. A loop whose client was killed has to resume from its",
            "last checkpoint."
        },
        sortOptions = false)
public final class SoakCommand extends StudyCommand {

    private static final List<String> ONE_JOB =
            List.of("wordcount", "plainwordcount", "invertedindex", "join");
    private static final String PLAIN_LOOP = "kmeans";

    @Parameters(
            paramLabel = "WORKLOAD",
            arity = "0..*",
            description = {
                "Workloads to run, which ./millrace workload lists, and the loops kmeans-loop, kmeans-reducers, pagerank-loop,",
                "pagerank-gather, wordcount-loop and lda-loop, which use all collectives (default: wordcount, plainwordcount,",
                "invertedindex, join, and without --cluster kmeans and the loops). With",
                "--cluster, workloads of one job: without a client, no next job starts."
            })
    private List<String> names = List.of();

    @Mixin private final Options.Runs runs = new Options.Runs(50);

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Workers of each job (default: ${DEFAULT-VALUE}).")
    private int workers = 3;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description =
                    "Seed of the first run, which chooses program, event, victim and moment; the next run has the next seed (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Mixin private final Options.Size size = new Options.Size("4MB");

    @Option(
            names = "--cluster",
            description = {
                "Run the jobs in gangs of two workers on a cluster of Hadoop's servers on this machine, and kill workers,",
                "the application master or the client, or cut a node off. Needs root and iproute2."
            })
    private boolean cluster;

    @Override
    public Integer call() throws Exception {
        SoakStudy.Setting setting =
                new SoakStudy.Setting(
                        home(),
                        programs(),
                        Options.atLeastOne("--workers", workers),
                        seed,
                        runs.count(),
                        size.bytes());
        String name = cluster ? "soak-cluster" : "soak";
        ResultsDirectory kept = directory(name);
        try (Scratch work = Scratch.of("soak")) {
            SoakStudy study = new SoakStudy(setting, work.path(), kept);
            return keep(
                    name,
                    SoakPage.of(
                            cluster
                                    ? new GangStudy(setting, study, work.path(), kept).run()
                                    : study.run()));
        }
    }

    private List<Program> programs() throws WrongUseException {
        List<Program> chosen = new ArrayList<>();
        for (String name : names.isEmpty() ? usual() : names) {
            chosen.add(program(name));
        }
        return chosen;
    }

    private Program program(String name) throws WrongUseException {
        Optional<LoopProgram> loop = LoopProgram.named(name);
        if (loop.isEmpty()) {
            return new PlainProgram(Options.workloads(List.of(name)).get(0));
        }
        if (cluster) {
            throw new WrongUseException(name + " is a loop; --cluster takes workloads only");
        }
        return loop.get();
    }

    private List<String> usual() {
        List<String> usual = new ArrayList<>(ONE_JOB);
        if (!cluster) {
            usual.add(PLAIN_LOOP);
            Arrays.stream(LoopProgram.values()).map(LoopProgram::word).forEach(usual::add);
        }
        return usual;
    }
}
