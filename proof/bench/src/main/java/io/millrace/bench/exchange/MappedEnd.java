package io.millrace.bench.exchange;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/**
 * An end that shares a mapped file with the other: one copies a message in, and the other copies it
 * out. A lower bound for processes that share memory, whose messages cross from one core's cache to
 * another's.
 */
final class MappedEnd implements End {

    /** A file system in memory that all Linux systems have. */
    private static final Path IN_MEMORY = Path.of("/dev/shm");

    /** A process that has died does not answer. */
    private static final Duration TIME = Duration.ofSeconds(60);

    private final Lane out;
    private final Lane in;
    private final byte[] content = new byte[MAX_BYTES];

    private MappedEnd(Lane out, Lane in) {
        this.out = out;
        this.in = in;
    }

    /** Creates the file, whose path is the address. */
    static Invitation invite() throws IOException {
        Path directory =
                Files.isWritable(IN_MEMORY)
                        ? IN_MEMORY
                        : Path.of(System.getProperty("java.io.tmpdir"));
        Path file = Files.createTempFile(directory, "millrace-bench-", "");
        file.toFile().deleteOnExit();
        Files.write(file, new byte[2 * Lane.BYTES]);
        ByteBuffer memory = map(file);
        MappedEnd near = new MappedEnd(lane(memory, 0), lane(memory, 1));
        return new Invitation(file.toString(), () -> near);
    }

    static End join(String file) throws IOException {
        ByteBuffer memory = map(Path.of(file));
        return new MappedEnd(lane(memory, 1), lane(memory, 0));
    }

    private static ByteBuffer map(Path path) throws IOException {
        try (FileChannel file =
                FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return file.map(MapMode.READ_WRITE, 0, file.size());
        }
    }

    private static Lane lane(ByteBuffer memory, int number) {
        return new Lane(memory.slice(number * Lane.BYTES, Lane.BYTES));
    }

    @Override
    public void send(int bytes) throws IOException, InterruptedException {
        long number = out.count(Lane.SENT);
        await(out, Lane.RECEIVED, number - Lane.SLOTS + 1);
        out.memory.put(Lane.slot(number), content, 0, bytes);
        out.setCount(Lane.SENT, number + 1);
    }

    @Override
    public void receive(int bytes) throws IOException, InterruptedException {
        long number = in.count(Lane.RECEIVED);
        await(in, Lane.SENT, number + 1);
        in.memory.get(Lane.slot(number), content, 0, bytes);
        in.setCount(Lane.RECEIVED, number + 1);
    }

    @SuppressWarnings("ThreadPriorityCheck") // the other thread may have no core of its own
    private static void await(Lane lane, int counter, long wanted)
            throws IOException, InterruptedException {
        if (lane.count(counter) >= wanted) {
            return;
        }
        long start = System.nanoTime();
        while (lane.count(counter) < wanted) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while it waited for the other end");
            }
            if (System.nanoTime() - start > TIME.toNanos()) {
                throw new IOException(
                        "the other end of the mapped file has not answered for "
                                + TIME.toSeconds()
                                + " seconds");
            }
            Thread.yield();
        }
    }

    @Override
    public void close() {
        // The memory goes with the last mapping, and the file with the process that created it.
    }

    /** The messages of one direction, after the numbers of those sent and received. */
    private record Lane(ByteBuffer memory) {

        /** As many as a transport lets wait. */
        static final int SLOTS = 4;

        private static final int HEAD_BYTES = 4096;
        static final int BYTES = HEAD_BYTES + SLOTS * MAX_BYTES;

        /** Counters lie two cache lines apart, which processors may load together. */
        static final int SENT = 0;

        static final int RECEIVED = 128;

        private static final VarHandle COUNT =
                MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

        long count(int counter) {
            return (long) COUNT.getVolatile(memory, counter);
        }

        void setCount(int counter, long value) {
            COUNT.setVolatile(memory, counter, value);
        }

        static int slot(long number) {
            return HEAD_BYTES + (int) (number % SLOTS) * MAX_BYTES;
        }
    }
}
