package io.millrace.bench.overlap;

import io.millrace.bench.frame.Options;
import io.millrace.bench.frame.WrongUseException;
import java.util.Arrays;
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
                "Only these ways, separated by commas: ${COMPLETION-CANDIDATES}",
                "(default: all up to tuned-all, except for fast and gangs)."
            })
    private List<Way> ways = List.of();

    @Option(
            names = "--kill",
            paramLabel = "N",
            description = {
                "Kill the JVM of one task in N, in its first attempt, after two seconds of processor time; 0: none",
                "(default: 0). The paper kills one in six."
            })
    private int killOneIn;

    /** Rates of each node's network in each direction, in Mbit/s; 0 for no limit. */
    List<Integer> rates() {
        return rates;
    }

    int nodes() {
        return nodes;
    }

    /** The JVM of one task in as many is killed; 0 for none. */
    int killOneIn() {
        return killOneIn;
    }

    /** Those that are measured, in the order of their list. */
    List<Way> ways() {
        return ways.isEmpty()
                ? Way.USUAL
                : Arrays.stream(Way.values()).filter(ways::contains).toList();
    }

    /** Checks the numbers. */
    void check() throws WrongUseException {
        for (int rate : rates) {
            if (rate < 0) {
                throw new WrongUseException("--rates has " + rate + "; it takes 0 and more");
            }
        }
        Options.atLeastOne("--nodes", nodes);
        if (killOneIn < 0) {
            throw new WrongUseException("--kill is " + killOneIn + "; it takes 0 and more");
        }
    }
}
