package io.millrace.bench;

import io.millrace.bench.iteration.Loop;
import io.millrace.bench.iteration.LoopRuns;
import io.millrace.bench.iteration.LoopRuns.Times;
import io.millrace.bench.job.BenchException;
import io.millrace.bench.job.Surroundings;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What an iteration of a loop costs. */
@Command(
        name = "iteration",
        description = {
            "Run each loop of the applications in this process: with collectives, as plain jobs on Millrace,",
            "and as plain jobs on Hadoop's local runner. The overhead is what an iteration with collectives",
            "takes beyond the time that its slowest worker runs mappers."
        },
        sortOptions = false)
final class IterationCommand implements Callable<Integer> {

    @Option(
            names = "--iterations",
            paramLabel = "N",
            defaultValue = "50",
            description = "Iterations with collectives (default: ${DEFAULT-VALUE}).")
    private int iterations;

    @Override
    public Integer call() throws Exception {
        if (iterations < 1) {
            throw new BenchException("--iterations is " + iterations + "; it takes at least one");
        }
        System.setProperty("millrace.log.job", "WARN"); // of the launcher's log4j.properties
        Path home = Path.of(System.getProperty("millrace-home"));
        Map<Loop, Times> all = new EnumMap<>(Loop.class);
        System.out.println(
                "| an iteration, milliseconds | mappers | beyond | together | plain jobs | plain jobs, Hadoop's local runner |");
        System.out.println("|---|---|---|---|---|---|");
        for (Loop loop : Loop.values()) {
            Times times = new LoopRuns(loop, iterations).run();
            all.put(loop, times);
            System.out.printf(
                    "| %s | %.1f | %.2f | %.1f | %.0f | %.0f |%n",
                    loop.word(),
                    times.map(),
                    times.overhead(),
                    times.map() + times.overhead(),
                    times.plain(),
                    times.local());
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
}
