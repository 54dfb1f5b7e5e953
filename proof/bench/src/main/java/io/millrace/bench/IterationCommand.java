package io.millrace.bench;

import io.millrace.bench.frame.BenchException;
import io.millrace.bench.frame.Surroundings;
import io.millrace.bench.frame.WrongUseException;
import io.millrace.bench.iteration.ClusterLoops;
import io.millrace.bench.iteration.Loop;
import io.millrace.bench.iteration.LoopRuns.Times;
import io.millrace.bench.iteration.LoopRuns;
import io.millrace.bench.iteration.WorkerLoops;
import io.millrace.bench.peer.Spark;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures the cost of one iteration of a loop. */
@Command(
        name = "iteration",
        description = {
            "Run each loop of the applications in this process: with collectives, as plain jobs on Millrace (also with outputs in memory, and with input that stays there),",
            "as plain jobs on Hadoop's local runner and, where there is a Spark, over its cached RDDs in a process",
            "of its own. The overhead is what an iteration with collectives",
            "takes beyond the time that its slowest worker runs mappers. With --cluster, in a gang of",
            "map tasks on a cluster of Hadoop's servers on this machine, and as chained jobs there. With --workers, in processes that exchange messages."
        },
        sortOptions = false)
final class IterationCommand implements Callable<Integer> {

    @Parameters(
            arity = "0..*",
            paramLabel = "NAME",
            description = "Loops to run, as the table names them (default: all).")
    private List<String> names = List.of();

    @Option(
            names = "--iterations",
            paramLabel = "N",
            defaultValue = "50",
            description = "Iterations with collectives (default: ${DEFAULT-VALUE}).")
    private int iterations;

    /** The cluster of a measurement on one. */
    static final class OnCluster {

        @SuppressWarnings("unused") // its presence counts, which makes this group
        @Option(
                names = "--cluster",
                required = true,
                description = "Measure on a cluster, instead of in one process.")
        private boolean cluster;

        @Option(
                names = "--nodes",
                paramLabel = "N",
                description = "Nodes of the cluster, with two workers each (default: 2).")
        private int nodes = 2;

        @Option(
                names = "--rate",
                paramLabel = "MBIT",
                description = {
                    "Rate of each node's network in each direction in Mbit/s, which takes root and iproute2",
                    "(default: no limit)."
                })
        private int rate;
    }

    @ArgGroup(exclusive = false)
    private @Nullable OnCluster onCluster;

    @Option(
            names = "--workers",
            paramLabel = "N,...",
            split = ",",
            description = {
                "Measure in so many workers, each of which is a process with one task, and compare the results.",
                "1 means this process. An iteration is the difference of runs of N and 2 N --iterations, so N should be hundreds."
            })
    private List<Integer> workers = List.of();

    @Override
    public Integer call() throws Exception {
        if (iterations < 2) {
            throw new BenchException("--iterations is " + iterations + "; it takes at least two");
        }
        quietenLogs();
        Path home = Path.of(System.getProperty("millrace-home"));
        OnCluster shape = onCluster;
        if (shape == null && workers.isEmpty()) {
            inOneProcess(home);
        } else if (shape == null) {
            inWorkers();
        } else if (workers.isEmpty()) {
            onCluster(shape, home);
        } else {
            throw new WrongUseException(
                    "--workers measures processes on this machine; leave out --cluster, whose --nodes have two workers each");
        }
        Surroundings surroundings = Surroundings.ofThisMachine(home);
        System.out.printf(
                "%n%d iterations of each; %s; %s; commit %s%n",
                iterations, surroundings.machine(), surroundings.jdk(), surroundings.commit());
        return 0;
    }

    private void onCluster(OnCluster shape, Path home) throws Exception {
        int nodes = RunOptions.atLeastOne("--nodes", shape.nodes);
        try (ClusterLoops loops = ClusterLoops.start(home, nodes, shape.rate, iterations)) {
            System.out.println(
                    "| an iteration on a cluster, milliseconds | mappers | beyond | together | chained jobs | chained / gang |");
            System.out.println("|---|---|---|---|---|---|");
            for (Loop loop : loops()) {
                ClusterLoops.Times times = loops.run(loop);
                System.out.printf(
                        "| %s | %.1f | %.1f | %.1f | %.0f | %.0f |%n",
                        loop.word(),
                        times.map(),
                        times.overhead(),
                        times.gang(),
                        times.chained(),
                        times.chained() / times.gang());
            }
        }
    }

    private void inWorkers() throws Exception {
        for (int count : workers) {
            RunOptions.atLeastOne("--workers", count);
        }
        System.out.println(
                "| an iteration, milliseconds | workers | mappers | beyond | together |");
        System.out.println("|---|---|---|---|---|");
        for (Loop loop : loops()) {
            for (WorkerLoops.Times times : new WorkerLoops(loop, workers, iterations).run()) {
                System.out.printf(
                        "| %s | %d | %.1f | %.2f | %.1f |%n",
                        loop.word(),
                        times.workers(),
                        times.map(),
                        times.overhead(),
                        times.map() + times.overhead());
            }
        }
    }

    private void inOneProcess(Path home) throws Exception {
        Optional<Spark> spark = Spark.find();
        Map<Loop, Times> all = new EnumMap<>(Loop.class);
        System.out.println(
                "| an iteration, milliseconds | mappers | beyond | together | plain jobs | plain jobs, outputs in memory | plain jobs, cached input | plain jobs, Hadoop's local runner | Spark, cached RDD |");
        System.out.println("|---|---|---|---|---|---|---|---|---|");
        for (Loop loop : loops()) {
            Times times = new LoopRuns(loop, iterations, home, spark).run();
            all.put(loop, times);
            System.out.printf(
                    "| %s | %.1f | %.2f | %.1f | %.0f | %.0f | %.0f | %.0f | %s |%n",
                    loop.word(),
                    times.map(),
                    times.overhead(),
                    times.map() + times.overhead(),
                    times.plain(),
                    times.inMemory(),
                    times.cachedInput(),
                    times.local(),
                    Double.isNaN(times.spark()) ? "-" : "%.1f".formatted(times.spark()));
        }
        if (spark.isEmpty()) {
            System.out.println("\n" + Spark.ABSENT);
        }
        System.out.println();
        all.forEach((loop, times) ->
                System.out.printf(
                        "overhead per iteration: %.2f ms (%s)%n", times.overhead(), loop.word()));
    }

    /** By what the launcher's log4j.properties leaves open, before anything is logged. */
    private static void quietenLogs() {
        System.setProperty("millrace-log-job", "WARN");
        // Hadoop's local runner warns of it from its second job in a process on.
        System.setProperty("millrace-log-hidden", "metrics system already initialized");
    }

    private List<Loop> loops() throws BenchException {
        List<String> known = Arrays.stream(Loop.values()).map(Loop::word).toList();
        for (String name : names) {
            if (!known.contains(name)) {
                throw new BenchException("there is no loop " + name + "; there are " + known);
            }
        }
        return Arrays.stream(Loop.values())
                .filter(loop -> names.isEmpty() || names.contains(loop.word()))
                .toList();
    }
}
