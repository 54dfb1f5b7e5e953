package io.millrace.bench.simulation;

/**
 * A network as LogGP has it (Alexandrov, Ionescu, Schauser, Scheiman, SPAA'95), whose switch has a
 * buffer of limited size at each port.
 *
 * @param latency seconds from the end of a message's sending to its arrival
 * @param overhead seconds of processor time for a message, at its sender
 * @param secondsPerByte of the link of a machine, in each direction
 * @param localSecondsPerByte between workers of one machine
 * @param portMessages messages that may wait at a switch's port; a later one is lost, and sent
 *     again
 * @param timeout seconds until a lost message is sent again
 */
record Network(
        double latency,
        double overhead,
        double secondsPerByte,
        double localSecondsPerByte,
        int portMessages,
        double timeout) {}
