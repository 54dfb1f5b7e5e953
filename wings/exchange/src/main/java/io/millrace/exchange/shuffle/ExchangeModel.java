package io.millrace.exchange.shuffle;

import io.millrace.exchange.config.ExchangeAlgorithm;
import java.util.Comparator;
import java.util.List;

/**
 * Estimates how long an exchange of map output lasts after the last map task, and chooses the
 * algorithm by that. Messages cost what they cost in LogGP (Alexandrov, Ionescu, Schauser,
 * Scheiman, SPAA'95). To that come workers that share the link of their machine, and switches that
 * lose messages when many arrive at once.
 *
 * @param latency seconds from the end of a message's sending to its arrival
 * @param overhead seconds of processor time for a message, at its sender
 * @param secondsPerByte of the link of a machine, in each direction
 * @param localSecondsPerByte between workers of one machine
 * @param portMessages messages that may wait at a switch's port; a later one is lost
 * @param timeout seconds until a lost message is sent again
 */
public record ExchangeModel(
        double latency,
        double overhead,
        double secondsPerByte,
        double localSecondsPerByte,
        int portMessages,
        double timeout) {

    /** A network of 10 Gbit/s and switches with small buffers. */
    public static final ExchangeModel DEFAULT =
            new ExchangeModel(25e-6, 20e-6, 0.8e-9, 0.25e-9, 170, 0.2);

    /** The same model for a network whose times are known. */
    public ExchangeModel on(NetworkTimes network) {
        return new ExchangeModel(
                network.latency(),
                overhead,
                network.secondsPerByte(),
                localSecondsPerByte,
                portMessages,
                timeout);
    }

    /** In the order of preference if the times are equal. */
    private static final List<ExchangeAlgorithm> CANDIDATES =
            List.of(
                    ExchangeAlgorithm.FULLY_CONNECTED,
                    ExchangeAlgorithm.HIERARCHICAL,
                    ExchangeAlgorithm.PAIRWISE);

    /** The assumed standard deviation of the time of a map task, as a share of it. */
    private static final double SPREAD = 0.1;

    /**
     * The share of its time that the link of several workers loses, because some receivers are busy
     * while others are idle. This and the next three numbers are fitted to simulations.
     */
    private static final double COLLISIONS = 0.05;

    /** The same where each worker waits for its receipts. */
    private static final double PAIRWISE_COLLISIONS = 0.1;

    /**
     * The part of a port's messages that arrive at once, for each worker behind the port, if each
     * worker has one output.
     */
    private static final double AT_ONCE = 1.0 / 110;

    /** The share of its time that a link must be busy before messages wait at all. */
    private static final double BUSY = 0.6;

    /**
     * Work of a job's workers.
     *
     * @param workers their number
     * @param machines the number of machines that they are on, about equally many on each
     * @param outputs map outputs of each worker, one after the other
     * @param bytes of these outputs together
     * @param mapSeconds of a worker's map tasks together
     * @param early whether outputs leave in blocks while their map tasks run, if the algorithm has
     *     that
     */
    public record Load(
            int workers,
            int machines,
            int outputs,
            double bytes,
            double mapSeconds,
            boolean early) {

        /**
         * The number of blocks of each output.
         *
         * @param toOthers processor time of a message to each other worker
         */
        int blocks(double toOthers) {
            return early
                    ? OutputBlock.expected(bytes / outputs, mapSeconds / outputs, toOthers, workers)
                    : 1;
        }

        /** Workers of each machine. */
        double perMachine() {
            return (double) workers / machines;
        }

        /** Whether workers share the link of their machine, and one can relay to others. */
        boolean relays() {
            return machines > 1 && workers > machines;
        }

        /** The share of an output that goes to other machines. */
        double remoteShare() {
            return 1 - 1.0 / machines;
        }

        /** When the last map task of all ends, as some take longer. */
        double mapEnd() {
            return mapSeconds * (1 + SPREAD * Math.sqrt(2 * Math.log(workers) / outputs));
        }
    }

    /** The algorithm with the shortest estimate; never {@code auto}. */
    public ExchangeAlgorithm fastest(Load load) {
        return CANDIDATES.stream()
                .min(Comparator.comparingDouble(each -> seconds(each, load)))
                .orElseThrow();
    }

    /** Seconds from the end of the last map task until all workers have all parts. */
    public double seconds(ExchangeAlgorithm algorithm, Load load) {
        int others = load.workers() - 1;
        double toOthers = others * overhead;
        return switch (algorithm) {
            case AUTO -> seconds(fastest(load), load);
            case FULLY_CONNECTED -> fullyConnected(load, toOthers);
            case PAIRWISE ->
                    seconds(
                            load,
                            load.outputs(),
                            toOthers,
                            toOthers + 2 * latency * others + onLink(load, load.outputs()),
                            PAIRWISE_COLLISIONS);
            case HIERARCHICAL ->
                    load.relays()
                            ? hierarchical(load)
                            : seconds(ExchangeAlgorithm.FULLY_CONNECTED, load);
        };
    }

    private double fullyConnected(Load load, double toOthers) {
        int departures = load.outputs() * load.blocks(toOthers);
        double sending = Math.max(toOthers, onLink(load, departures));
        return seconds(load, departures, toOthers, sending, COLLISIONS) + losses(load, departures);
    }

    private double hierarchical(Load load) {
        double toMachines = (load.machines() - 1) * overhead;
        double within = 2 * (load.perMachine() - 1) * overhead;
        double copy = load.bytes() / load.outputs() * localSecondsPerByte;
        return copy
                + seconds(
                        load,
                        load.outputs(),
                        toMachines + within + copy,
                        Math.max(toMachines, onLink(load, load.outputs())),
                        COLLISIONS);
    }

    /**
     * Either the last map task is late, and its output goes alone, or the links are what is late.
     *
     * @param departures of outputs or blocks of them, from each worker
     * @param stolen processor time that the messages of a departure take from later map tasks
     * @param sending time to send what leaves at once
     * @param collisions the share of its time that a link of several workers loses
     */
    private double seconds(
            Load load, int departures, double stolen, double sending, double collisions) {
        double last = (departures - 1) * stolen + sending;
        double shared =
                onLink(load, departures)
                        * (load.relays() ? load.perMachine() * (1 + collisions) : 1);
        double since = load.mapEnd() - load.mapSeconds() / departures;
        return latency + Math.max(last, departures * Math.max(sending, shared) - since);
    }

    /** Time of a block, or a whole output, on the link of its machine, alone. */
    private double onLink(Load load, int departures) {
        double bytes = load.bytes() / departures;
        return load.machines() == 1
                ? bytes * localSecondsPerByte * (load.workers() - 1) / load.workers()
                : bytes * load.remoteShare() * secondsPerByte;
    }

    /** Time lost with messages that find a full port. */
    private double losses(Load load, int departures) {
        double senders = load.workers() - load.perMachine();
        double waiting =
                senders
                        * load.perMachine()
                        * load.perMachine()
                        * Math.sqrt(load.outputs())
                        * AT_ONCE;
        double busy = departures * onLink(load, departures) * load.perMachine() / load.mapEnd();
        return load.relays() && waiting > portMessages && busy > BUSY ? timeout : 0;
    }
}
