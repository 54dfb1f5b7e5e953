package io.millrace.bench;

import io.millrace.bench.exchange.Exchanges;
import io.millrace.bench.frame.WrongUseException;
import io.millrace.daemons.ClusterShape;
import io.millrace.measure.MeasurementException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The transports of messages between workers. */
@Command(
        name = "exchange",
        description = {
            "Measure the transports of messages between workers of this machine: round trips and one-way streams of"
                    + " two workers in two processes, beside blocking sockets and copies of mapped memory, and"
                    + " all-reduces of four workers, which are threads. Figures are medians over the rounds; in parentheses, the ratio"
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

    @Option(
            names = "--processes",
            paramLabel = "N",
            defaultValue = "2",
            description = {
                "2: the two workers are in two processes, as the workers of a job are.",
                "1: they are threads of one process (default: ${DEFAULT-VALUE})."
            })
    private int processes;

    @Option(
            names = "--rates",
            paramLabel = "MBIT",
            split = ",",
            description = {
                "Also measure two workers on two hosts that a link joins, which are network namespaces, with these",
                "rates in each direction in Mbit/s, separated by commas. Needs root and iproute2."
            })
    private List<Integer> rates = List.of();

    @Override
    public Integer call() throws Exception {
        Duration round = Duration.ofMillis(Arguments.atLeastOne("--round", roundMillis));
        if (processes != 1 && processes != 2) {
            throw new WrongUseException("--processes is " + processes + "; it takes 1 or 2");
        }
        Optional<String> hindrance =
                rates.isEmpty() ? Optional.empty() : ClusterShape.namespacesHindrance();
        if (hindrance.isPresent()) {
            throw new MeasurementException(
                    "there can be no hosts on this machine: " + hindrance.get());
        }
        Exchanges exchanges = new Exchanges(Arguments.atLeastOne("--runs", runs), round, processes);
        StringBuilder tables = new StringBuilder(exchanges.tables());
        for (int each : rates) {
            tables.append('\n').append(exchanges.linkTable(Arguments.atLeastOne("--rates", each)));
        }
        return Printed.page(tables.toString(), runs + " rounds");
    }
}
