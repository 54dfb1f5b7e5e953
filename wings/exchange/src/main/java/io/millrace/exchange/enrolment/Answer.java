package io.millrace.exchange.enrolment;

import io.millrace.exchange.connection.MessageChannel;
import io.millrace.exchange.connection.Sendable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** The coordinator's answers to a worker that has enrolled, as messages. */
public final class Answer {

    private static final byte WAITING = 0;
    private static final byte COMPLETE = 1;
    private static final byte REFUSED = 2;

    private Answer() {}

    /** A reply that goes through a channel. */
    static Coordinator.Reply through(MessageChannel channel) {
        return new Coordinator.Reply() {
            @Override
            public void waiting(List<Integer> missing) {
                send(out -> {
                    out.writeByte(WAITING);
                    out.writeInt(missing.size());
                    for (int rank : missing) {
                        out.writeInt(rank);
                    }
                });
            }

            @Override
            public void complete(Table table) {
                send(out -> {
                    out.writeByte(COMPLETE);
                    table.writeTo(out);
                });
            }

            @Override
            public void refused(String why) {
                send(out -> {
                    out.writeByte(REFUSED);
                    out.writeUTF(why);
                });
            }

            private void send(Sendable answer) {
                try {
                    channel.send(answer);
                } catch (IOException e) {
                    throw new UncheckedIOException(e); // a reactor serves it, so nothing fails here
                }
            }
        };
    }

    /** Passes an answer on to the worker's reply. */
    static void pass(DataInputStream in, Coordinator.Reply reply) throws IOException {
        byte kind = in.readByte();
        switch (kind) {
            case WAITING -> {
                List<Integer> missing = new ArrayList<>();
                for (int left = in.readInt(); left > 0; left--) {
                    missing.add(in.readInt());
                }
                reply.waiting(List.copyOf(missing));
            }
            case COMPLETE -> reply.complete(Table.readFrom(in));
            case REFUSED -> reply.refused(in.readUTF());
            default -> throw new IOException("the coordinator sent an answer of kind " + kind);
        }
    }
}
