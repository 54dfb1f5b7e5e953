package io.millrace.bench;

import io.millrace.bench.iteration.Loop;
import io.millrace.bench.iteration.LoopRuns;
import io.millrace.bench.iteration.LoopRuns.Times;
import io.millrace.bench.job.BenchException;
import io.millrace.bench.job.Surroundings;
import io.millrace.bench.peer.Spark;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
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
            "takes beyond the time that its slowest worker runs mappers."
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

    @Override
    public Integer call() throws Exception {
        if (iterations < 2) {
            throw new BenchException("--iterations is " + iterations + "; it takes at least two");
        }
        quietenLogs();
        Path home = Path.of(System.getProperty("millrace-home"));
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
        Surroundings surroundings = Surroundings.ofThisMachine(home);
        System.out.printf(
                "%n%d iterations of each; %s; %s; commit %s%n",
                iterations, surroundings.machine(), surroundings.jdk(), surroundings.commit());
        all.forEach((loop, times) ->
                System.out.printf(
                        "overhead per iteration: %.2f ms (%s)%n", times.overhead(), loop.word()));
        return 0;
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
