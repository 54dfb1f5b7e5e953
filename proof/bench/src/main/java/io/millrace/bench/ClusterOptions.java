package io.millrace.bench;

import io.millrace.bench.frame.WrongUseException;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of a measurement on a cluster of several nodes on this machine. */
final class ClusterOptions {

    @SuppressWarnings("unused") // its presence counts, which makes this group
    @Option(
            names = "--cluster",
            required = true,
            description = {
                "Compare stock Hadoop with Millrace's plug-ins on a cluster of Hadoop's servers on this machine,",
                "instead of eager partial reduce in one process."
            })
    private boolean cluster;

    @Option(
            names = "--rates",
            paramLabel = "MBIT",
            split = ",",
            description = {
                "Rates of each node's network in each direction in Mbit/s, separated by commas; 0: no limit",
                "(default: 50). Needs root and iproute2. The paper has 25,50,75."
            })
    private List<Integer> rates = List.of(50);

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "Nodes with a DataNode and a NodeManager each (default: 2).")
    private int nodes = 2;

    @Option(
            names = "--only",
            paramLabel = "WAY",
            split = ",",
            description = {
                "Only these ways, separated by commas: stock, map, sort, all, no-controls, fast, tuned, tuned-all,",
                "start-1, start-12, stop-80, stop-100 (default: all up to tuned-all, except for fast)."
            })
    private List<String> ways = List.of();

    @Option(
            names = "--kill",
            paramLabel = "N",
            description = {
                "Kill the JVM of one task in N, in its first attempt, after two seconds of processor time; 0: none",
                "(default: 0). The paper kills one in six."
            })
    private int killOneIn;

    List<Integer> rates() throws WrongUseException {
        for (int rate : rates) {
            if (rate < 0) {
                throw new WrongUseException("--rates has " + rate + "; it takes 0 and more");
            }
        }
        return rates;
    }

    int nodes() throws WrongUseException {
        return Arguments.atLeastOne("--nodes", nodes);
    }

    int killOneIn() throws WrongUseException {
        if (killOneIn < 0) {
            throw new WrongUseException("--kill is " + killOneIn + "; it takes 0 and more");
        }
        return killOneIn;
    }

    List<String> ways() {
        return ways;
    }

    String words() {
        return "--cluster --rates %s --nodes %d%s%s"
                .formatted(
                        String.join(",", rates.stream().map(String::valueOf).toList()),
                        nodes,
                        killOneIn == 0 ? "" : " --kill " + killOneIn,
                        ways.isEmpty() ? "" : " --only " + String.join(",", ways));
    }
}
