package io.millrace.bench.exchange;

import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.message.Message;
import io.millrace.exchange.message.MessageWriter;
import java.io.IOException;
import java.util.List;

/** A worker that sends messages to one other. Each is written to memory of the budget first. */
final class TransportEnd implements End {

    private final Transport transport;
    private final int other;
    private final byte[] content = new byte[MAX_BYTES];

    private TransportEnd(Transport transport) {
        this.transport = transport;
        this.other = 1 - transport.rank();
    }

    /** The two workers of a gang, which the way closes. */
    static Way open(Gang gang) {
        List<Transport> workers = gang.workers();
        return new Conversation(
                new TransportEnd(workers.get(0)), new TransportEnd(workers.get(1)), gang);
    }

    @Override
    public void send(int bytes) throws IOException, InterruptedException {
        try (MessageWriter out = new MessageWriter(transport.memory())) {
            out.write(content, 0, bytes);
            transport.send(other, out.finish());
        }
    }

    @Override
    public void receive(int bytes) throws IOException, InterruptedException {
        try (Message message = transport.receive(other)) {
            if (message.length() != bytes) {
                throw new IOException(
                        "a message of "
                                + message.length()
                                + " bytes has arrived instead of one of "
                                + bytes);
            }
        }
    }
}
