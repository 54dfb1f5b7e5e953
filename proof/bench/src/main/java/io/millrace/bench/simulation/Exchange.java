package io.millrace.bench.simulation;

/** An algorithm of the exchange of map output. */
enum Exchange {
    /** Each wave's parts leave for all workers as soon as it ends, while the next one runs. */
    FULLY_CONNECTED("fully connected") {
        @Override
        Sender sender(Network network, Load load, int worker) {
            return new ToAll(network, load, worker);
        }
    },
    /** Parts leave for all workers in blocks, while the map tasks run that make them. */
    FULLY_CONNECTED_IN_BLOCKS("fully connected, in blocks") {
        @Override
        Sender sender(Network network, Load load, int worker) {
            return FULLY_CONNECTED.sender(network, load, worker);
        }

        @Override
        Simulated run(Network network, Load load) {
            return FULLY_CONNECTED.run(network, load.inBlocks(network));
        }
    },
    /**
     * Each wave's parts leave for one worker after the other, each after the last one's receipt.
     */
    PAIRWISE_PER_WAVE("pairwise, each wave") {
        @Override
        Sender sender(Network network, Load load, int worker) {
            return new ToAll(network, load, worker) {
                @Override
                int to(int step) {
                    return partner(worker, step, load.shape().workers());
                }

                @Override
                double after(double there) {
                    return there + network.latency();
                }
            };
        }
    },
    /** All parts leave after the last wave, in steps in which each worker waits for its partner. */
    PAIRWISE_AFTER_MAP("pairwise, after map") {
        @Override
        Sender sender(Network network, Load load, int worker) {
            throw new IllegalArgumentException("its workers wait for each other");
        }

        @Override
        Simulated run(Network network, Load load) {
            return Steps.run(network, load);
        }
    },
    /**
     * Each wave's parts for a machine leave in one message for one of its workers, who hands on
     * what is for others. The workers of a machine make their messages together, and share the
     * work.
     */
    HIERARCHICAL("hierarchical") {
        @Override
        Sender sender(Network network, Load load, int worker) {
            return new ToMachines(network, load, worker);
        }
    };

    private final String title;

    Exchange(String title) {
        this.title = title;
    }

    /** The name in tables. */
    String title() {
        return title;
    }

    abstract Sender sender(Network network, Load load, int worker);

    /** Simulates an exchange. */
    Simulated run(Network network, Load load) {
        return new Simulation(network, load).run(this);
    }

    /**
     * Worker i meets i XOR k in step k, if they are a power of two, and sends to i + k otherwise.
     */
    static int partner(int worker, int step, int workers) {
        return Integer.bitCount(workers) == 1 ? worker ^ step : (worker + step) % workers;
    }

    /** A message to each other worker, beginning with the next one. */
    private static class ToAll extends Sender {

        ToAll(Network network, Load load, int worker) {
            super(network, load, worker);
        }

        @Override
        int steps() {
            return load.shape().workers() - 1;
        }

        @Override
        int to(int step) {
            return (worker + step) % load.shape().workers();
        }

        @Override
        double bytes(int receiver) {
            return load.partBytes(receiver);
        }

        @Override
        double costOfWave() {
            return network.overhead() * steps();
        }
    }

    /** A message to each other machine. */
    private static final class ToMachines extends Sender {

        ToMachines(Network network, Load load, int worker) {
            super(network, load, worker);
        }

        @Override
        int steps() {
            return load.machines() - 1;
        }

        @Override
        int to(int step) {
            return (worker + step * load.shape().perMachine()) % load.shape().workers();
        }

        @Override
        double bytes(int receiver) {
            double bytes = 0;
            int first = load.machineOf(receiver) * load.shape().perMachine();
            for (int each = first; each < first + load.shape().perMachine(); each++) {
                bytes += load.partBytes(each);
            }
            return bytes;
        }

        /** Parts within the machine are messages, too, at both ends. */
        @Override
        double costOfWave() {
            return network.overhead() * (steps() + 2 * (load.shape().perMachine() - 1))
                    + load.localSeconds(network);
        }
    }
}
