package io.millrace.exchange.tcp;

import io.millrace.exchange.secret.GangSecret;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;

/** Calls other workers, on the calling thread. */
final class Caller {

    /** How long another worker may take to answer. */
    static final int TIMEOUT_MILLIS = 5_000;

    private final GangSecret secret;

    Caller(GangSecret secret) {
        this.secret = secret;
    }

    /**
     * Connects with a worker; both sides have proved themselves when it returns. The caller owns
     * the channel.
     *
     * @throws IOException if it does not answer in time, or is not of this gang
     */
    SocketChannel call(Address address, Hello hello) throws IOException {
        SocketChannel channel = SocketChannel.open();
        boolean connected = false;
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            Socket socket = channel.socket();
            socket.connect(address.resolve(), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            introduce(socket, hello, address);
            connected = true;
            return channel;
        } catch (IllegalArgumentException e) {
            throw new IOException("no worker can be called at " + address + ": " + e, e);
        } finally {
            if (!connected) {
                Reactor.close(channel);
            }
        }
    }

    private void introduce(Socket socket, Hello hello, Address address) throws IOException {
        byte[] first = hello.encode();
        byte[] called = Handshake.nonce();
        OutputStream out = socket.getOutputStream();
        byte[] call = new byte[Handshake.CALL_BYTES];
        System.arraycopy(first, 0, call, 0, first.length);
        System.arraycopy(called, 0, call, first.length, called.length);
        out.write(call);
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] answered = new byte[Handshake.NONCE_BYTES];
        in.readFully(answered);
        byte[] proof = new byte[GangSecret.PROOF_BYTES];
        in.readFully(proof);
        Handshake handshake = new Handshake(secret, first, called, answered);
        if (!handshake.isProofOfCalled(proof)) {
            throw new IOException("the process at " + address + " is not a worker of this gang");
        }
        out.write(handshake.proofOfCaller());
    }
}
