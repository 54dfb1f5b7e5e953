package io.millrace.bench;

import io.millrace.bench.frame.ResultsDirectory;
import io.millrace.bench.frame.WrongUseException;
import io.millrace.bench.job.OutputDirectory;
import io.millrace.bench.soak.Finding;
import io.millrace.bench.soak.GangStudy;
import io.millrace.bench.soak.LoopProgram;
import io.millrace.bench.soak.PlainProgram;
import io.millrace.bench.soak.Program;
import io.millrace.bench.soak.SoakPage;
import io.millrace.bench.soak.SoakStudy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
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
final class SoakCommand implements Callable<Integer> {

    private static final String NAME = "soak";
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

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "50",
            description = "Runs, each with one event (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "3",
            description = "Workers of each job (default: ${DEFAULT-VALUE}).")
    private int workers;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Seed of the first run, which chooses program, event, victim and moment; the next run has the next seed (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            defaultValue = "4MB",
            description = "Approximate size of each input (default: ${DEFAULT-VALUE}).")
    private String size = "4MB";

    @Option(
            names = "--cluster",
            description = {
                "Run the jobs in gangs of two workers on a cluster of Hadoop's servers on this machine, and kill workers,",
                "the application master or the client, or cut a node off. Needs root and iproute2."
            })
    private boolean cluster;

    @Mixin private final ResultsOption results = new ResultsOption();

    @Override
    public Integer call() throws Exception {
        Path home = Printed.home();
        SoakStudy.Setting setting =
                new SoakStudy.Setting(
                        home,
                        programs(),
                        Arguments.atLeastOne("--workers", workers),
                        seed,
                        Arguments.atLeastOne("--runs", runs),
                        Arguments.bytes(size));
        Path work = Files.createTempDirectory("millrace-soak");
        String name = cluster ? NAME + "-cluster" : NAME;
        ResultsDirectory kept = results.directory(name);
        try {
            List<Finding> findings =
                    cluster
                            ? new GangStudy(setting, work, kept).run()
                            : new SoakStudy(setting, work, kept).run();
            results.keep(name, command(), SoakPage.of(findings));
            return findings.stream().allMatch(each -> each.fault() == null) ? 0 : 1;
        } finally {
            OutputDirectory.delete(work);
        }
    }

    private List<Program> programs() throws WrongUseException {
        List<Program> chosen = new ArrayList<>();
        for (String name : names()) {
            chosen.add(program(name));
        }
        return chosen;
    }

    private Program program(String name) throws WrongUseException {
        Optional<LoopProgram> loop = LoopProgram.named(name);
        if (loop.isEmpty()) {
            return new PlainProgram(Arguments.workload(name));
        }
        if (cluster) {
            throw new WrongUseException(name + " is a loop; --cluster takes workloads only");
        }
        return loop.get();
    }

    private List<String> names() {
        if (!names.isEmpty()) {
            return names;
        }
        List<String> usual = new ArrayList<>(ONE_JOB);
        if (!cluster) {
            usual.add(PLAIN_LOOP);
            Arrays.stream(LoopProgram.values()).map(LoopProgram::word).forEach(usual::add);
        }
        return usual;
    }

    private String command() {
        return "./millrace bench soak%s --runs %d --workers %d --seed %d --size %s %s"
                .formatted(
                        cluster ? " --cluster" : "",
                        runs,
                        workers,
                        seed,
                        size,
                        String.join(" ", names()));
    }
}
