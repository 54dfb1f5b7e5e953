package io.millrace.bench.simulation;

/** A worker's messages in a simulation, one after the other. Used by one thread. */
abstract class Sender {

    final Network network;
    final Load load;
    final int worker;

    /** The current wave of map tasks, whose parts are sent, and the step in it. */
    private int wave = -1;

    private int step;

    /** When the next message may be on its link. */
    double ready;

    Sender(Network network, Load load, int worker) {
        this.network = network;
        this.load = load;
        this.worker = worker;
    }

    /** Messages of each wave. */
    abstract int steps();

    /** The worker that a message goes to. */
    abstract int to(int currentStep);

    /** Bytes of a message to a worker. */
    abstract double bytes(int receiver);

    /** Processor time that messages of a wave take from later waves. */
    abstract double costOfWave();

    /** When the worker may begin to make the message after one that arrives at that time. */
    double after(double there) {
        return ready;
    }

    final int to() {
        return to(step);
    }

    final double bytes() {
        return bytes(to(step));
    }

    /**
     * Moves to the next message; false if there is none.
     *
     * @param there when the last message arrived
     */
    final boolean next(double there) {
        double free = wave < 0 ? 0 : after(there);
        step++;
        if (wave < 0 || step > steps()) {
            wave++;
            step = 1;
            if (wave == load.shape().waves() || steps() == 0) {
                return false;
            }
            free = Math.max(free, load.waveEnd(worker, wave) + wave * costOfWave());
        }
        ready = free + network.overhead();
        return true;
    }
}
