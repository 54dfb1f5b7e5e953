package io.millrace.exchange.tls;

import io.millrace.exchange.secret.SharedSecret;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The knowledge that only the workers of a gang have, and the process that runs their job. Must not
 * cross a network.
 *
 * @param secret proves to each that the other is of the gang
 * @param tls encrypts their connections; null if they are not encrypted
 */
public record GangIdentity(SharedSecret secret, @Nullable GangTls tls) {

    /**
     * A new identity.
     *
     * @throws IOException if connections are to be encrypted, and no certificate can be made
     */
    public static GangIdentity make(boolean encrypts) throws IOException {
        SharedSecret secret = SharedSecret.random();
        return new GangIdentity(secret, encrypts ? GangTls.make(secret) : null);
    }

    /** Writes it to a process of this machine. */
    public void writeTo(DataOutput out) throws IOException {
        secret.writeTo(out);
        byte[] store = tls == null ? new byte[0] : tls.bytes();
        out.writeInt(store.length);
        out.write(store);
    }

    public static GangIdentity readFrom(DataInput in) throws IOException {
        SharedSecret secret = SharedSecret.readFrom(in);
        byte[] store = new byte[in.readInt()];
        in.readFully(store);
        return new GangIdentity(secret, store.length == 0 ? null : GangTls.of(secret, store));
    }
}
