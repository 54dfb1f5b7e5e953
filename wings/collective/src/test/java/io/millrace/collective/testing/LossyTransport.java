package io.millrace.collective.testing;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.exchange.gang.GangBrokenException;
import io.millrace.exchange.gang.Threads;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.message.Message;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A transport that loses every third message, about. Each message is in a file as well, which its
 * receiver reads if it waits for the message in vain.
 *
 * <p>Source: the all-gather of H-Collectives, whose broadcasts are best-effort, and which reads
 * from HDFS what has not come (Gunarathne, Qiu, Gannon, "Towards a Collective Layer in the Big Data
 * Stack", CCGrid'14, section VI).
 */
public final class LossyTransport implements Transport {

    /** Marks that a message was lost, and read from its file. */
    private static final String READ = "read-";

    private static final int LOST_ONE_IN = 3;
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long PAUSE_MILLIS = 1;

    private final Transport rest;
    private final Path files;
    private final Random losses;

    /** By worker; each number is used by one thread at a time. */
    private final long[] sent;

    private final long[] taken;
    private final List<Queue<Parcel>> arrived = new ArrayList<>();
    private final List<Thread> receivers = new ArrayList<>();

    /** By worker, why nothing more comes from it; one that has ended says nothing of the others. */
    private final AtomicReferenceArray<@Nullable GangBrokenException> ends;

    /** A message that was not lost. */
    private record Parcel(long number, byte[] bytes) {}

    private LossyTransport(Transport rest, Path files, Random losses) {
        this.rest = rest;
        this.files = files;
        this.losses = losses;
        this.sent = new long[rest.size()];
        this.taken = new long[rest.size()];
        this.ends = new AtomicReferenceArray<>(rest.size());
        for (int from = 0; from < rest.size(); from++) {
            int worker = from;
            arrived.add(new ConcurrentLinkedQueue<>());
            receivers.add(Threads.create("lossy-" + from, () -> receiveAll(worker)));
        }
        receivers.forEach(Thread::start);
    }

    /** Wraps a transport whose workers have met; the first one chooses where files are. */
    static LossyTransport over(Transport rest, Path directory, Random losses)
            throws IOException, InterruptedException {
        String epoch = UUID.randomUUID().toString();
        if (rest.rank() > 0) {
            try (Message told = rest.receive(0)) {
                epoch = told.open().readUTF();
            }
        }
        String name = epoch;
        for (int to = 1; rest.rank() == 0 && to < rest.size(); to++) {
            rest.send(to, Gang.message(rest, out -> out.writeUTF(name)));
        }
        Path files = Files.createDirectories(directory.resolve(name));
        return new LossyTransport(rest, files, losses);
    }

    /** The number of messages that were read from files. */
    public static long read(Path directory) throws IOException {
        try (var all = Files.walk(directory)) {
            return all.filter(each -> each.getFileName().toString().startsWith(READ)).count();
        }
    }

    private Path file(int from, int to, long number) {
        return files.resolve("%d-%d-%d".formatted(from, to, number));
    }

    private void receiveAll(int from) {
        try {
            while (true) {
                try (Message message = rest.receive(from)) {
                    DataInputStream in = message.open();
                    arrived.get(from).add(new Parcel(in.readLong(), in.readAllBytes()));
                }
            }
        } catch (GangBrokenException e) {
            ends.set(from, e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            // It was closed.
        }
    }

    @Override
    public void send(int to, Message message) throws GangBrokenException, InterruptedException {
        long number = sent[to]++;
        try {
            byte[] bytes;
            try (message) {
                bytes = message.open().readAllBytes();
            }
            if (losses.nextInt(LOST_ONE_IN) > 0) {
                rest.send(
                        to,
                        Gang.message(
                                rest,
                                out -> {
                                    out.writeLong(number);
                                    out.write(bytes);
                                }));
            }
            // Last, because a worker that has read its last message from a file may end.
            Path unfinished = files.resolve("unfinished-" + UUID.randomUUID());
            Files.write(unfinished, bytes);
            Files.move(unfinished, file(rank(), to, number), StandardCopyOption.ATOMIC_MOVE);
        } catch (GangBrokenException e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Message receive(int from) throws GangBrokenException, InterruptedException {
        long number = taken[from]++;
        try {
            byte[] bytes = bytes(from, number);
            return Gang.message(rest, out -> out.write(bytes));
        } catch (GangBrokenException e) {
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] bytes(int from, long number) throws IOException, InterruptedException {
        Queue<Parcel> come = arrived.get(from);
        Path file = file(from, rank(), number);
        long start = System.nanoTime();
        while (true) {
            // Before the looks: what was sent before it is there.
            GangBrokenException end = ends.get(from);
            Parcel next = come.peek();
            if (next != null && next.number() <= number) {
                come.remove(); // it may have come late, after its file was read
                if (next.number() == number) {
                    return next.bytes();
                }
            } else if (next != null || end != null || System.nanoTime() - start > WAIT_NANOS) {
                if (Files.exists(file)) {
                    Files.createFile(files.resolve(READ + file.getFileName()));
                    return Files.readAllBytes(file);
                }
                if (end != null) {
                    throw new GangBrokenException(String.valueOf(end.getMessage()));
                }
            }
            if (next == null) {
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }

    @Override
    public void post(int to, Message message) {
        throw new UnsupportedOperationException("a loop sends and waits");
    }

    @Override
    public void whenArrived(IntConsumer listener) {
        throw new UnsupportedOperationException("a loop receives and waits");
    }

    @Override
    public int rank() {
        return rest.rank();
    }

    @Override
    public int size() {
        return rest.size();
    }

    @Override
    public String machine(int worker) {
        return rest.machine(worker);
    }

    @Override
    public MemoryAccount memory() {
        return rest.memory();
    }

    @Override
    public void leave() {
        rest.leave();
    }

    @Override
    public void close() {
        receivers.forEach(Thread::interrupt);
        receivers.forEach(Threads::join);
        rest.close();
    }
}
