package io.millrace.bench.exchange;

import io.millrace.bench.contender.Servers;
import io.millrace.bench.frame.BenchCommand;
import io.millrace.bench.frame.Options;
import io.millrace.bench.frame.WrongUseException;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
public final class ExchangeCommand extends BenchCommand {

    @Mixin private final Options.Runs runs = new Options.Runs(9);

    @Option(
            names = "--round",
            paramLabel = "MS",
            description = "Length of a round in milliseconds (default: ${DEFAULT-VALUE}).")
    private int roundMillis = 150;

    @Option(
            names = "--processes",
            paramLabel = "N",
            description = {
                "2: the two workers are in two processes, as the workers of a job are.",
                "1: they are threads of one process (default: ${DEFAULT-VALUE})."
            })
    private int processes = 2;

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
        Duration round = Duration.ofMillis(Options.atLeastOne("--round", roundMillis));
        if (processes != 1 && processes != 2) {
            throw new WrongUseException("--processes is " + processes + "; it takes 1 or 2");
        }
        if (!rates.isEmpty()) {
            Servers.requireNamespaces("there can be no hosts on this machine: ");
        }
        Exchanges exchanges = new Exchanges(runs.count(), round, processes);
        StringBuilder tables = new StringBuilder(exchanges.tables());
        for (int each : rates) {
            tables.append('\n').append(exchanges.linkTable(Options.atLeastOne("--rates", each)));
        }
        return print(tables.toString(), runs.count() + " rounds");
    }
}
