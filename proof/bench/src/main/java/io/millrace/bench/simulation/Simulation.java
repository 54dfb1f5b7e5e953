package io.millrace.bench.simulation;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Simulates an exchange message by message, in the order of time in which they are on the links.
 * Each machine's link carries one message at a time in each direction. A message that finds more
 * than the switch's port can hold is lost, and comes after a timeout. Used by one thread.
 */
final class Simulation {

    private final Network network;
    private final Load load;

    /** When each machine's link is free, outwards and inwards. */
    private final double[] outFree;

    private final double[] inFree;
    private long lost;

    /** A sender and the time at which its message is first in its place. */
    private record Turn(Sender sender, double at) {}

    Simulation(Network network, Load load) {
        this.network = network;
        this.load = load;
        this.outFree = new double[load.machines()];
        this.inFree = new double[load.machines()];
    }

    Simulated run(Exchange exchange) {
        PriorityQueue<Turn> turns = new PriorityQueue<>(Comparator.comparingDouble(Turn::at));
        for (int worker = 0; worker < load.shape().workers(); worker++) {
            Sender sender = exchange.sender(network, load, worker);
            if (sender.next(0)) {
                turns.add(new Turn(sender, sender.ready));
            }
        }
        double end = load.mapEnd();
        for (Turn turn = turns.poll(); turn != null; turn = turns.poll()) {
            Sender sender = turn.sender;
            int machine = load.machineOf(sender.worker);
            boolean local = load.machineOf(sender.to()) == machine;
            if (!local && outFree[machine] > turn.at) {
                turns.add(new Turn(sender, outFree[machine])); // another worker's message is there
                continue;
            }
            double there =
                    local
                            ? turn.at + sender.bytes() * network.localSecondsPerByte()
                            : send(machine, load.machineOf(sender.to()), sender.bytes(), turn.at);
            end = Math.max(end, there);
            if (sender.next(there)) {
                turns.add(new Turn(sender, sender.ready));
            }
        }
        return new Simulated(end + tail(exchange), lost);
    }

    /** The last parts for other workers of the machine are handed on. */
    private double tail(Exchange exchange) {
        return exchange == Exchange.HIERARCHICAL ? load.localSeconds(network) : 0;
    }

    /** Sends a message on a link that is free; returns when it has arrived. */
    private double send(int from, int to, double bytes, double at) {
        double onLink = bytes * network.secondsPerByte();
        outFree[from] = at + onLink;
        double arrival = at + onLink + network.latency();
        if (inFree[to] - arrival > onLink * network.portMessages()) {
            lost++;
            arrival += network.timeout();
        }
        inFree[to] = Math.max(arrival, inFree[to] + onLink);
        return inFree[to];
    }
}
