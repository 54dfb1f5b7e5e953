package io.millrace.exchange.call;

import io.millrace.exchange.connection.Introduction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * The first bytes of a connection: who calls whom, and what for. It counts once both sides have
 * proved that they have the gang's secret ({@link Introduction}).
 *
 * @param purpose what the connection is for
 * @param gang the gang's number
 * @param epoch the epoch of a link; 0 otherwise
 * @param from the calling worker
 * @param to the called worker
 * @param attempt the attempt of the calling worker's task
 */
public record Hello(Purpose purpose, long gang, long epoch, int from, int to, int attempt) {

    /** The purpose of a connection. */
    public enum Purpose {
        /** A worker enrols with the coordinator for the next epoch. */
        ENROL,
        /** Two workers exchange the messages of an epoch. */
        LINK,
        /** A worker waits for orders of the process of its job. */
        ORDERS
    }

    /** Length in bytes. */
    public static final int BYTES = 36;

    private static final int MAGIC = 0x3158524d; // MRX1

    /** A gang's number, from its name: of 64 bits, so that two gangs do not take each other's. */
    public static long gangNumber(String name) {
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8))
                .getLeastSignificantBits();
    }

    public byte[] encode() {
        return ByteBuffer.allocate(BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(MAGIC)
                .putInt(purpose.ordinal())
                .putLong(gang)
                .putLong(epoch)
                .putInt(from)
                .putInt(to)
                .putInt(attempt)
                .array();
    }

    static Hello decode(byte[] bytes) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int magic = in.getInt();
        int purpose = in.getInt();
        if (magic != MAGIC || purpose < 0 || purpose >= Purpose.values().length) {
            throw new IOException("the caller is not a worker of this version of Millrace");
        }
        return new Hello(
                Purpose.values()[purpose],
                in.getLong(),
                in.getLong(),
                in.getInt(),
                in.getInt(),
                in.getInt());
    }
}
