package io.millrace.collective.algorithm;

import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.message.Message;
import io.millrace.exchange.message.MessageWriter;
import java.io.IOException;

/**
 * Converts the data of a collective to and from messages of a transport.
 *
 * @param <T> the data of a worker
 */
record Parts<T>(Transport transport, Merging<T> merging) {

    Message message(T part) throws IOException {
        try (MessageWriter out = new MessageWriter(transport.memory())) {
            merging.write(part, out);
            return out.finish();
        }
    }

    void send(int to, T part) throws IOException, InterruptedException {
        transport.send(to, message(part));
    }

    /** Combines with what another worker sends; uses {@code own} up. */
    T combine(T own, int from) throws IOException, InterruptedException {
        try (Message message = transport.receive(from)) {
            return merging.combine(own, message.open());
        }
    }

    /** Receives, and uses {@code spent} up. */
    T receiveOver(T spent, int from) throws IOException, InterruptedException {
        try (Message message = transport.receive(from)) {
            return merging.readOver(spent, message.open());
        }
    }
}
