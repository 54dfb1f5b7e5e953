package io.millrace.exchange.enrolment;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** The coordinator's answers to a worker that has enrolled, as blocks of a control channel. */
public final class Answer {

    private static final byte WAITING = 0;
    private static final byte COMPLETE = 1;
    private static final byte REFUSED = 2;

    private Answer() {}

    /** Writes a block. */
    @FunctionalInterface
    interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    static byte[] block(Writing writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            writing.to(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // an array takes everything
        }
        return bytes.toByteArray();
    }

    /** A reply that goes through a channel. */
    static Coordinator.Reply through(ControlChannel channel) {
        return new Coordinator.Reply() {
            @Override
            public void waiting(List<Integer> missing) {
                channel.send(
                        block(out -> {
                            out.writeByte(WAITING);
                            out.writeInt(missing.size());
                            for (int rank : missing) {
                                out.writeInt(rank);
                            }
                        }));
            }

            @Override
            public void complete(Table table) {
                channel.send(
                        block(out -> {
                            out.writeByte(COMPLETE);
                            table.writeTo(out);
                        }));
            }

            @Override
            public void refused(String why) {
                channel.send(
                        block(out -> {
                            out.writeByte(REFUSED);
                            out.writeUTF(why);
                        }));
            }
        };
    }

    /** Passes a block on to the worker's reply. */
    static void pass(byte[] block, Coordinator.Reply reply) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(block));
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
            default -> throw new IOException("the coordinator sent a block of kind " + kind);
        }
    }
}
