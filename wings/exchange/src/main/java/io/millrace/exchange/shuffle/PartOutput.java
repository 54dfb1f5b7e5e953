package io.millrace.exchange.shuffle;

import io.millrace.exchange.gang.GangBrokenException;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.message.MessageWriter;
import io.millrace.exchange.shuffle.Note.Kind;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;

/**
 * A part or a bundle on its way to a worker, in messages of a slab each. Used by one thread, which
 * closes it; what is not {@link #complete} then is withdrawn.
 */
final class PartOutput extends OutputStream {

    private final Transport transport;
    private final int to;
    private final Note note;
    private final Handed handed;
    private final int messageBytes;
    private MessageWriter message;
    private boolean begun;
    private boolean over;

    /** Bytes so far. */
    private long bytes;

    /** How long the transport was waited for. */
    private long waitedNanos;

    /** Told of messages that are with the network. */
    @FunctionalInterface
    interface Handed {

        /**
         * A message is with the network.
         *
         * @param bytes its length
         * @param waitedNanos how long the transport was waited for
         */
        void over(long bytes, long waitedNanos);
    }

    /**
     * Begins with nothing; the first bytes make the first message.
     *
     * @param note the beginning of each message with bytes
     * @param handed told of each of these messages once it is with the network
     */
    PartOutput(Transport transport, int to, Note note, Handed handed) {
        this.transport = transport;
        this.to = to;
        this.note = note;
        this.handed = handed;
        this.messageBytes = transport.memory().slabBytes();
        this.message = new MessageWriter(transport.memory());
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        bytes += length;
        for (int done = 0; done < length; ) {
            if (message.length() == 0) {
                note.writeTo(message);
            }
            int part = (int) Math.min(length - done, messageBytes - message.length());
            message.write(source, offset + done, part);
            done += part;
            if (message.length() >= messageBytes) {
                send();
            }
        }
    }

    private void send() throws IOException {
        long length = message.length();
        long start = System.nanoTime();
        try {
            transport.send(to, message.finish());
            begun = true;
            handed.over(length, System.nanoTime() - start);
        } catch (GangBrokenException e) {
            over = true; // the receiver knows
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("the attempt was ended").initCause(e);
        } finally {
            waitedNanos += System.nanoTime() - start;
            message.close();
            message = new MessageWriter(transport.memory());
        }
    }

    /** Bytes so far. */
    long bytes() {
        return bytes;
    }

    /** How long the transport was waited for so far, in nanoseconds. */
    long waitedNanos() {
        return waitedNanos;
    }

    /** Sends the rest. */
    void complete() throws IOException {
        if (message.length() > 0) {
            send();
        }
        new Note(Kind.LAST, note.block()).writeTo(message);
        send();
        over = true;
    }

    @Override
    public void close() throws IOException {
        message.close();
        if (begun && !over) {
            over = true;
            withdraw();
        }
    }

    /** The receiver waits for the rest, so an interrupt does not prevent this. */
    private void withdraw() throws IOException {
        boolean interrupted = Thread.interrupted();
        try (MessageWriter withdrawal = new MessageWriter(transport.memory())) {
            new Note(Kind.WITHDRAWN, note.block()).writeTo(withdrawal);
            transport.send(to, withdrawal.finish());
        } catch (GangBrokenException e) {
            // The receiver knows.
        } catch (InterruptedException e) {
            interrupted = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
