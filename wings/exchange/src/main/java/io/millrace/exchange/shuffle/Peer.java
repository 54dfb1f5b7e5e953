package io.millrace.exchange.shuffle;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.plan.RunCompression;
import io.millrace.exchange.gang.GangBrokenException;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.message.Message;
import io.millrace.exchange.message.MessageWriter;
import io.millrace.exchange.shuffle.Note.Kind;
import io.millrace.exchange.shuffle.PartInput.Opened;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Another worker, or this one, as long as the gang holds: parts go out to it, one after the other,
 * and come in from it. One thread at a time receives, and waits for a sender only if it relays to a
 * worker of this machine. Thread-safe.
 */
final class Peer {

    /** Tables of runs are written number by number. */
    private static final int BUFFER_BYTES = 8 * 1024;

    private final Transport transport;
    private final int rank;
    private final Relay relay;
    private final CompressionChoice compression;
    private final ReentrantLock sending = new ReentrantLock();

    /**
     * The answers to parts that were sent: empty for a receipt, the reason of a refusal, or null.
     */
    @GuardedBy("this")
    private final Map<OutputBlock, @Nullable String> sent = new HashMap<>();

    /** The takers of the answers to parts that were relayed. */
    @GuardedBy("this")
    private final Map<OutputBlock, Consumer<String>> relayed = new HashMap<>();

    @GuardedBy("this")
    private @Nullable GangBrokenException broken;

    /** Messages since {@link #receive} was called. Used by the receiving thread. */
    private int received;

    /** The content of a part or a bundle. */
    @FunctionalInterface
    private interface Content {

        /** Writes it; returns bytes of its records. */
        long write(boolean compressed, DataOutput out) throws IOException;
    }

    /**
     * A worker.
     *
     * @param relay takes what comes from it
     */
    Peer(Transport transport, int rank, Relay relay, RunCompression compression) {
        this.transport = transport;
        this.rank = rank;
        this.relay = relay;
        // To itself, a worker hands memory over.
        RunCompression pays = rank == transport.rank() ? RunCompression.NONE : compression;
        this.compression = new CompressionChoice(pays, System::nanoTime);
    }

    /** Sends its part; {@link #awaitReceipt} follows. */
    void send(OutputBlock block, OutputParts parts) throws IOException, InterruptedException {
        send(
                new Note(Kind.PART, block),
                (compressed, out) -> parts.writePart(rank, compressed, out));
    }

    /** Sends its part and those that it hands on; {@link #awaitReceipt} follows. */
    void sendBundle(OutputBlock block, Bundle bundle) throws IOException, InterruptedException {
        send(new Note(Kind.BUNDLE, block), bundle::write);
    }

    private void send(Note note, Content content) throws IOException, InterruptedException {
        synchronized (this) {
            sent.put(note.block(), null);
        }
        sending.lockInterruptibly();
        try (PartOutput out = new PartOutput(transport, rank, note, compression::handed)) {
            write(content, out);
            compression.begun(); // before the answer can come
            boolean complete = false;
            try {
                out.complete();
                complete = true;
            } finally {
                if (!complete) {
                    compression.ended();
                }
            }
        } finally {
            sending.unlock();
        }
    }

    private void write(Content content, PartOutput out) throws IOException {
        boolean compressed = compression.compresses();
        long start = System.nanoTime();
        DataOutputStream data = new DataOutputStream(new BufferedOutputStream(out, BUFFER_BYTES));
        long written = content.write(compressed, data);
        data.flush();
        long nanos = System.nanoTime() - start - out.waitedNanos();
        compression.made(compressed, written, out.bytes(), nanos);
    }

    /**
     * Hands on a part that another worker has sent, to its end. It is as its sender has made it,
     * and tells nothing of this worker's network.
     *
     * @param answer given the reason of a refusal, or nothing, if the part has come whole
     */
    void relay(OutputBlock block, SectionInput part, Consumer<String> answer) throws IOException {
        expect(block, answer);
        lock();
        boolean complete = false;
        try (PartOutput out =
                new PartOutput(
                        transport, rank, new Note(Kind.PART, block), (bytes, waited) -> {})) {
            part.transferTo(out);
            out.complete();
            complete = true;
        } finally {
            sending.unlock();
            if (!complete) {
                forget(block);
            }
        }
    }

    private synchronized void expect(OutputBlock block, Consumer<String> answer) {
        relayed.put(block, answer);
    }

    private synchronized void forget(OutputBlock block) {
        relayed.remove(block);
    }

    private void lock() throws InterruptedIOException {
        try {
            sending.lockInterruptibly();
        } catch (InterruptedException e) {
            throw ended(e);
        }
    }

    private static InterruptedIOException ended(InterruptedException why) {
        return (InterruptedIOException)
                new InterruptedIOException("the exchange has ended").initCause(why);
    }

    /**
     * Waits until the other has the part.
     *
     * @throws RefusedPartException if it cannot keep it
     * @throws GangBrokenException if it was lost, or another worker was
     */
    synchronized void awaitReceipt(OutputBlock block) throws IOException, InterruptedException {
        String answer = sent.get(block);
        while (answer == null) {
            if (broken != null) {
                throw new GangBrokenException(String.valueOf(broken.getMessage()));
            }
            wait();
            answer = sent.get(block);
        }
        sent.remove(block);
        if (!answer.isEmpty()) {
            throw new RefusedPartException(answer);
        }
    }

    private synchronized void answered(OutputBlock block, String answer) {
        Consumer<String> other = relayed.remove(block);
        if (other != null) {
            other.accept(answer);
        } else if (sent.containsKey(block)) {
            sent.put(block, answer);
            compression.ended();
            notifyAll();
        }
    }

    /** Ends waits for receipts. */
    synchronized void breakUp(GangBrokenException why) {
        if (broken == null) {
            broken = why;
        }
        notifyAll();
    }

    /**
     * Receives a message that has come and, if a part begins with it, the rest of the part.
     *
     * @return the number of messages
     */
    int receive() throws GangBrokenException, InterruptedException {
        received = 0;
        try {
            Opened first = take();
            if (first != null) {
                receivePart(first);
            }
            return received;
        } catch (GangBrokenException e) {
            throw e;
        } catch (InterruptedIOException e) {
            throw (InterruptedException) new InterruptedException().initCause(e);
        } catch (IOException e) {
            throw new GangBrokenException(
                    "worker " + rank + " sent what is not ours: " + e.getMessage());
        }
    }

    private void receivePart(Opened first) throws IOException {
        try (PartInput part = new PartInput(first, this::next)) {
            OutputBlock block = part.note().block();
            Receipt receipt = new Receipt(refusal -> answer(block, refusal));
            try {
                relay.take(part.note(), new DataInputStream(part), receipt);
                part.skipRest();
                if (!part.isWithdrawn()) {
                    receipt.answered("");
                }
            } catch (EOFException e) {
                if (!part.isWithdrawn()) {
                    throw e;
                }
            }
        }
    }

    /** Answers a part that came in, without waiting. */
    private void answer(OutputBlock block, String refusal) {
        if (rank == transport.rank()) {
            answered(block, refusal);
        } else {
            transport.post(rank, message(block, refusal));
        }
    }

    private Message message(OutputBlock block, String refusal) {
        try (MessageWriter message = new MessageWriter(transport.memory())) {
            if (refusal.isEmpty()) {
                new Note(Kind.RECEIPT, block).writeTo(message);
            } else {
                new Note(Kind.REFUSAL, block).writeTo(message);
                message.writeUTF(refusal);
            }
            return message.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory takes everything
        }
    }

    /** Waits for a message with bytes; notes answers on the way. */
    private Opened next() throws IOException {
        Opened next = take();
        while (next == null) {
            next = take();
        }
        return next;
    }

    /** Takes a message: one with bytes, or an answer, which is noted; null then. */
    private @Nullable Opened take() throws IOException {
        Message message = awaitMessage();
        boolean opened = false;
        try {
            DataInputStream bytes = message.open();
            Note note = Note.readFrom(bytes);
            switch (note.kind()) {
                case RECEIPT -> answered(note.block(), "");
                case REFUSAL -> answered(note.block(), bytes.readUTF());
                default -> {
                    opened = true;
                    return new Opened(note, message, bytes);
                }
            }
            return null;
        } finally {
            if (!opened) {
                message.close();
            }
        }
    }

    private Message awaitMessage() throws IOException {
        try {
            Message message = transport.receive(rank);
            received++;
            return message;
        } catch (InterruptedException e) {
            throw ended(e);
        }
    }
}
