package io.millrace.files.remote;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A stream of bytes of unknown length on a connection: pieces preceded by their lengths. Length 0
 * ends the stream; -1 ends it early, followed by the reason. A broken connection is thus noticed.
 */
final class Chunks {

    private static final int BUFFER_BYTES = 64 << 10;
    private static final int FAILED = -1;

    private Chunks() {}

    /** Sends all bytes of {@code from}; reports a read error to the other side. */
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

    /** Receives all bytes. */
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
