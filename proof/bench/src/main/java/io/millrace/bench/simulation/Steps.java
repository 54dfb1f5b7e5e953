package io.millrace.bench.simulation;

import java.util.Arrays;

/**
 * Simulates the pairwise exchange after all map tasks: in each step, the workers of a pair begin
 * when both are ready, and end together. Workers of a machine share its link in turn.
 */
final class Steps {

    private Steps() {}

    static Simulated run(Network network, Load load) {
        int workers = load.shape().workers();
        double[] free = new double[workers];
        Arrays.fill(free, load.mapEnd());
        for (int step = 1; step < workers; step++) {
            double[] next = free.clone();
            double[] links = new double[load.machines()];
            for (int worker = 0; worker < workers; worker++) {
                int to = Exchange.partner(worker, step, workers);
                double both = Math.max(free[worker], free[to]) + network.overhead();
                double there = both + seconds(network, load, links, worker, to, both);
                next[worker] = Math.max(next[worker], there);
                next[to] = Math.max(next[to], there);
            }
            free = next;
        }
        return new Simulated(Arrays.stream(free).max().orElse(0), 0);
    }

    /**
     * Time of a message that may begin at a time.
     *
     * @param links when the link of each machine is free in this step
     */
    private static double seconds(
            Network network, Load load, double[] links, int from, int to, double begin) {
        double bytes = load.partBytes(to) * load.shape().waves();
        int machine = load.machineOf(from);
        if (machine == load.machineOf(to)) {
            return bytes * network.localSecondsPerByte();
        }
        double onLink = bytes * network.secondsPerByte();
        double sent = Math.max(begin, links[machine]) + onLink;
        links[machine] = sent;
        return sent + network.latency() - begin;
    }
}
