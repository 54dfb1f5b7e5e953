package io.millrace.exchange.shuffle;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.plan.RunCompression;
import io.millrace.engine.task.AttemptId;
import io.millrace.exchange.gang.GangBrokenException;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.message.Message;
import io.millrace.exchange.message.MessageWriter;
import io.millrace.exchange.shuffle.Note.Kind;
import io.millrace.exchange.shuffle.PartInput.Opened;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Another worker, or this one, as long as the gang holds: parts go out to it, one after the other,
 * and come in from it. A thread receives, and never waits for a sender; another one sends receipts,
 * which may have to wait. Thread-safe.
 */
final class Peer {

    /** Tables of runs are written number by number. */
    private static final int BUFFER_BYTES = 8 * 1024;

    private final Transport transport;
    private final int rank;
    private final PartReceiver receiver;
    private final Pace pace;
    private final ReentrantLock sending = new ReentrantLock();
    private final BlockingQueue<Answer> answers = new LinkedBlockingQueue<>();

    /**
     * The answers to parts that were sent: empty for a receipt, the reason of a refusal, or null.
     */
    @GuardedBy("this")
    private final Map<AttemptId, @Nullable String> sent = new HashMap<>();

    @GuardedBy("this")
    private @Nullable GangBrokenException broken;

    /** An answer to a part that came in. */
    private record Answer(Note note, String text) {}

    Peer(Transport transport, int rank, PartReceiver receiver, RunCompression compression) {
        this.transport = transport;
        this.rank = rank;
        this.receiver = receiver;
        // To itself, a worker hands memory over.
        RunCompression pays = rank == transport.rank() ? RunCompression.NONE : compression;
        this.pace = new Pace(pays, System::nanoTime);
    }

    /** Sends a part; {@link #awaitReceipt} follows. */
    void send(AttemptId attempt, OutputParts parts) throws IOException, InterruptedException {
        synchronized (this) {
            sent.put(attempt, null);
        }
        sending.lockInterruptibly();
        pace.begun();
        boolean complete = false;
        try (PartOutput out = new PartOutput(transport, rank, attempt, pace)) {
            write(parts, out);
            out.complete();
            complete = true;
        } finally {
            sending.unlock();
            if (!complete) {
                pace.ended();
            }
        }
    }

    private void write(OutputParts parts, PartOutput out) throws IOException {
        boolean compressed = pace.compresses();
        long start = System.nanoTime();
        DataOutputStream data = new DataOutputStream(new BufferedOutputStream(out, BUFFER_BYTES));
        long content = parts.writePart(rank, compressed, data);
        data.flush();
        long nanos = System.nanoTime() - start - out.waitedNanos();
        pace.made(compressed, content, out.bytes(), nanos);
    }

    /**
     * Waits until the other has the part.
     *
     * @throws RefusedPartException if it cannot keep it
     * @throws GangBrokenException if it was lost, or another worker was
     */
    synchronized void awaitReceipt(AttemptId attempt) throws IOException, InterruptedException {
        String answer = sent.get(attempt);
        while (answer == null) {
            if (broken != null) {
                throw new GangBrokenException(String.valueOf(broken.getMessage()));
            }
            wait();
            answer = sent.get(attempt);
        }
        sent.remove(attempt);
        if (!answer.isEmpty()) {
            throw new RefusedPartException(rank, answer);
        }
    }

    private synchronized void answered(AttemptId attempt, String answer) {
        if (sent.containsKey(attempt)) {
            sent.put(attempt, answer);
            pace.ended();
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

    /** Receives until the gang breaks. */
    void receiveAll() throws GangBrokenException, InterruptedException {
        try {
            while (true) {
                receivePart();
            }
        } catch (GangBrokenException e) {
            throw e;
        } catch (InterruptedIOException e) {
            throw (InterruptedException) new InterruptedException().initCause(e);
        } catch (IOException e) {
            throw new GangBrokenException(
                    "worker " + rank + " sent what is not ours: " + e.getMessage());
        }
    }

    private void receivePart() throws IOException {
        try (PartInput part = new PartInput(next(), this::next)) {
            AttemptId attempt = part.note().attempt();
            Note receipt = new Note(Kind.RECEIPT, attempt);
            try {
                receiver.take(attempt, new DataInputStream(part));
                part.skipRest();
                answers.add(new Answer(receipt, ""));
            } catch (GangBrokenException | InterruptedIOException e) {
                throw e;
            } catch (IOException | RuntimeException e) {
                if (!part.isWithdrawn()) {
                    part.skipRest();
                    answers.add(new Answer(new Note(Kind.REFUSAL, attempt), e.toString()));
                }
            }
        }
    }

    /** Waits for a message with bytes; notes answers on the way. */
    private Opened next() throws IOException {
        while (true) {
            Message message = receive();
            boolean opened = false;
            try {
                DataInputStream bytes = message.open();
                Note note = Note.readFrom(bytes);
                switch (note.kind()) {
                    case RECEIPT -> answered(note.attempt(), "");
                    case REFUSAL -> answered(note.attempt(), bytes.readUTF());
                    default -> {
                        opened = true;
                        return new Opened(note, message, bytes);
                    }
                }
            } finally {
                if (!opened) {
                    message.close();
                }
            }
        }
    }

    private Message receive() throws IOException {
        try {
            return transport.receive(rank);
        } catch (InterruptedException e) {
            throw (IOException) new InterruptedIOException("the exchange has ended").initCause(e);
        }
    }

    /** Sends answers until the gang breaks. */
    void answerAll() throws GangBrokenException, InterruptedException {
        while (true) {
            Answer answer = answers.take();
            Message message = written(answer);
            sending.lockInterruptibly();
            try {
                transport.send(rank, message);
            } finally {
                sending.unlock();
            }
        }
    }

    private Message written(Answer answer) throws GangBrokenException {
        try (MessageWriter message = new MessageWriter(transport.memory())) {
            answer.note().writeTo(message);
            if (answer.note().kind() == Kind.REFUSAL) {
                message.writeUTF(answer.text());
            }
            return message.finish();
        } catch (IOException e) {
            throw new GangBrokenException("an answer could not be written: " + e.getMessage());
        }
    }
}
