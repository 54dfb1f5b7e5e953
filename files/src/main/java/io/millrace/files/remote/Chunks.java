package io.millrace.files.remote;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Bytes of any number on a connection: pieces with their lengths before them; 0 ends them, -1 says
 * that there are no more because of what follows. So an end that comes too early is noticed.
 */
final class Chunks {

    private static final int BUFFER_BYTES = 64 << 10;
    private static final int FAILED = -1;

    private Chunks() {}

    /** Sends all that {@code from} has; where it cannot be read, says so to the other side. */
    static void send(InputStream from, DataOutputStream to) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        while (true) {
            int count;
            try {
                count = from.read(buffer);
            } catch (IOException e) {
                to.writeInt(FAILED);
                to.writeUTF(Reply.text(e));
                return;
            }
            to.writeInt(Math.max(count, 0));
            if (count <= 0) {
                return;
            }
            to.write(buffer, 0, count);
        }
    }

    /** Takes all that was sent. */
    static void receive(DataInputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        for (int count = from.readInt(); count != 0; count = from.readInt()) {
            if (count == FAILED) {
                throw new IOException(from.readUTF());
            }
            if (count < 0 || count > BUFFER_BYTES) {
                throw new EOFException("the other process sent a piece of " + count + " bytes");
            }
            from.readFully(buffer, 0, count);
            to.write(buffer, 0, count);
        }
    }
}
