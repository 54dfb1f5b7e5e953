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

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "9",
            description = "Rounds after the first (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Option(
            names = "--round",
            paramLabel = "MS",
            defaultValue = "150",
            description = "Length of a round in milliseconds (default: ${DEFAULT-VALUE}).")
    private int roundMillis;

    @Override
    public Integer call() throws Exception {
        Duration round = Duration.ofMillis(RunOptions.atLeastOne("--round", roundMillis));
        System.out.print(new Exchanges(RunOptions.atLeastOne("--runs", runs), round).tables());
        Surroundings surroundings =
                Surroundings.ofThisMachine(Path.of(System.getProperty("millrace-home")));
        System.out.printf(
                "%n%d rounds; %s; %s; commit %s%n",
                runs, surroundings.machine(), surroundings.jdk(), surroundings.commit());
        return 0;
    }
}
