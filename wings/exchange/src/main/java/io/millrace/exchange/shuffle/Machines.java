package io.millrace.exchange.shuffle;

import io.millrace.exchange.gang.Transport;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The workers of each machine. Immutable.
 *
 * @param workers by machine; the machines are in the order of their first workers
 */
record Machines(List<List<Integer>> workers) {

    /** The machines of a gang. */
    static Machines of(Transport transport) {
        Map<String, List<Integer>> byName = new LinkedHashMap<>();
        for (int rank = 0; rank < transport.size(); rank++) {
            byName.computeIfAbsent(transport.machine(rank), none -> new ArrayList<>()).add(rank);
        }
        return new Machines(byName.values().stream().map(List::copyOf).toList());
    }

    int count() {
        return workers.size();
    }

    /** The machine of a worker. */
    int of(int worker) {
        for (int machine = 0; machine < workers.size(); machine++) {
            if (workers.get(machine).contains(worker)) {
                return machine;
            }
        }
        throw new IllegalArgumentException("worker " + worker + " is not one of " + workers);
    }

    /** Those of these workers that are on a machine. */
    List<Integer> on(int machine, BitSet those) {
        return workers.get(machine).stream().filter(those::get).toList();
    }
}
