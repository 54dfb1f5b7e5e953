package io.millrace.hadoop.fork.wire;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.SecureRandom;

/**
 * What a forked JVM shows to prove that it is the one that was forked: others of the machine may
 * connect to a loopback port too. It is told through the JVM's standard input.
 */
public final class Secret implements Message {

    private static final int BYTES = 32;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final byte[] bytes;

    private Secret(byte[] bytes) {
        this.bytes = bytes;
    }

    /** One that nobody knows yet. */
    public static Secret draw() {
        byte[] drawn = new byte[BYTES];
        RANDOM.nextBytes(drawn);
        return new Secret(drawn);
    }

    public static Secret readFrom(DataInput in) throws IOException {
        byte[] read = new byte[BYTES];
        in.readFully(read);
        return new Secret(read);
    }

    @Override
    public void writeTo(DataOutput out) throws IOException {
        out.write(bytes);
    }

    /** Whether both are the same; takes as long for any other. */
    public boolean matches(Secret other) {
        return MessageDigest.isEqual(bytes, other.bytes);
    }
}
