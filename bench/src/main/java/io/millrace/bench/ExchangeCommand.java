package io.millrace.bench;

import io.millrace.bench.exchange.Exchanges;
import io.millrace.bench.job.Surroundings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The transports of messages between workers. */
@Command(
        name = "exchange",
        description = {
            "Measure the transports of messages between workers of this machine: round trips and one-way streams of"
                    + " two workers, beside copies of memory and blocking sockets, and all-reduces of"
                    + " four workers. Figures are medians over the rounds; in parentheses, the ratio"
                    + " to the lower bound of the transport."
        },
        sortOptions = false)
final class ExchangeCommand implements Callable<Integer> {

    private static final Duration ROUND = Duration.ofMillis(150);

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "9",
            description = "Rounds after the first (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Override
    public Integer call() throws Exception {
        System.out.print(new Exchanges(RunOptions.atLeastOne("--runs", runs), ROUND).tables());
        Surroundings surroundings =
                Surroundings.ofThisMachine(Path.of(System.getProperty("millrace-home")));
        System.out.printf(
                "%n%d rounds; %s; %s; commit %s%n",
                runs, surroundings.machine(), surroundings.jdk(), surroundings.commit());
        return 0;
    }
}
