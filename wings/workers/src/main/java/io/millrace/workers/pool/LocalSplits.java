package io.millrace.workers.pool;

import io.millrace.hadoop.task.SerializedSplit;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which workers run on a host that has the data of a split. */
final class LocalSplits {

    private final List<InetAddress> machines;

    /** By the name of a host: its workers. */
    private final Map<String, BitSet> workers = new HashMap<>();

    private LocalSplits(List<InetAddress> machines) {
        this.machines = machines;
    }

    /**
     * The workers of each split, in task order.
     *
     * @param machines of the workers, by rank
     */
    static List<BitSet> of(List<SerializedSplit> splits, List<InetAddress> machines) {
        LocalSplits hosts = new LocalSplits(machines);
        return splits.stream().map(hosts::workersOf).toList();
    }

    private BitSet workersOf(SerializedSplit split) {
        BitSet local = new BitSet();
        for (String host : split.locations()) {
            local.or(workers.computeIfAbsent(host, this::workersOn));
        }
        return local;
    }

    /** Those that a host's name leads to; none if the name is unknown here. */
    private BitSet workersOn(String host) {
        BitSet found = new BitSet();
        try {
            List<InetAddress> addresses = List.of(InetAddress.getAllByName(host));
            for (int rank = 0; rank < machines.size(); rank++) {
                found.set(rank, addresses.contains(machines.get(rank)));
            }
        } catch (UnknownHostException e) {
            // Any worker may run tasks with data of that host.
        }
        return found;
    }
}
