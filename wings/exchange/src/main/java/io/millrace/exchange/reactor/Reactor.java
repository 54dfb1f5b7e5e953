package io.millrace.exchange.reactor;

import io.millrace.exchange.gang.Threads;
import io.millrace.exchange.gang.WaitPolicy;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Moves the bytes of all of a worker's connections: on a separate thread, or on one that waits for
 * the bytes ({@link #guest}). Handlers run on one thread at a time, and must not block.
 */
public final class Reactor implements AutoCloseable {

    private static final long TICK_MILLIS = 250;
    private static final int BUFFER_BYTES = 256 * 1024;

    /** How often bytes in memory are moved before sockets have their turn. */
    private static final int SOCKETS_TURN = 16;

    /** The handler of channels that nobody reads yet. */
    private static final Handler PARKED =
            new Handler() {
                @Override
                public void ready(SelectionKey key) {}

                @Override
                public void lost(IOException why) {}
            };

    private final Selector selector;
    private final Leadership leadership = new Leadership();
    private final Polling polling = new Polling();

    /** Held while bytes are moved and handlers run. */
    private final TaskLock moving = new TaskLock();

    private final Thread thread;

    /** Bytes that a handler reads from its channel, before it returns. */
    private final ByteBuffer incoming = ByteBuffer.allocateDirect(BUFFER_BYTES);

    /** How often there were bytes in memory. Guarded by {@link #moving}. */
    private int looks;

    /** When handlers were last told the time. Guarded by {@link #moving}. */
    private long ticked = System.nanoTime();

    private volatile boolean closed;

    /** Handles one channel. Only one handler of a reactor is called at a time. */
    public interface Handler {

        /** The channel is ready for something that it is registered for. */
        void ready(SelectionKey key) throws IOException;

        /** The handler's memory has work ({@link Reactor#poll}). */
        default void work() throws IOException {}

        /** Called several times a second, with {@link System#nanoTime}. */
        default void tick(long now) throws IOException {}

        /** The channel failed, or the reactor was closed; the channel is closed. */
        void lost(IOException why);
    }

    public Reactor(String name) throws IOException {
        selector = Selector.open();
        thread = Threads.create(name, this::run);
        thread.start();
    }

    /**
     * Runs {@code work} between the calls of handlers, in the order of these calls: on this thread
     * if no other moves bytes, otherwise later on that one. A thread that is interrupted leaves it
     * to the next one that moves bytes: it would close the channels that it uses.
     */
    public void execute(Runnable work) {
        if (Thread.currentThread().isInterrupted() && !moving.isHeld() && !closed) {
            submit(work);
        } else {
            executeSoon(work);
        }
    }

    private void executeSoon(Runnable work) {
        if (!moving.execute(work)) {
            selector.wakeup();
        }
    }

    /**
     * Runs {@code work} like {@link #execute}, but never on this thread, which somebody may
     * interrupt; not at all once this is closed.
     */
    public void submit(Runnable work) {
        moving.add(work);
        selector.wakeup();
    }

    /**
     * Runs {@code work}, and waits for it: on this thread if no other moves bytes. Channels that it
     * uses are closed if the thread is interrupted.
     */
    public void call(Runnable work) {
        CountDownLatch done = new CountDownLatch(1);
        executeSoon(() -> {
            try {
                work.run();
            } finally {
                done.countDown();
            }
        });
        boolean interrupted = false;
        while (true) {
            try {
                // A closed reactor has run all tasks that it knew.
                if (done.await(TICK_MILLIS, TimeUnit.MILLISECONDS) || !thread.isAlive()) {
                    break;
                }
            } catch (InterruptedException e) {
                interrupted = true; // handlers do not block
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Hands a channel over to a handler. Called by handlers and tasks. */
    public SelectionKey add(SelectableChannel channel, int operations, Handler handler)
            throws IOException {
        channel.configureBlocking(false);
        return channel.register(selector, operations, handler);
    }

    /** Looks at memory as well for the handler of a key, until the key is not valid any more. */
    public void poll(SelectionKey key, Polling.Polled memory) {
        polling.add(key, memory);
    }

    /** Takes a channel from its handler until another one is added, without closing it. */
    public static void park(SelectionKey key) {
        key.interestOps(0);
        key.attach(PARKED);
    }

    /** Gives a channel back for good, in blocking mode. Called by handlers. */
    public void release(SocketChannel channel) throws IOException {
        SelectionKey key = channel.keyFor(selector);
        if (key != null) {
            key.cancel();
        }
        channel.configureBlocking(true);
    }

    /** An empty buffer for bytes that are read; valid until the handler returns. */
    public ByteBuffer incoming() {
        return incoming.clear();
    }

    private void run() {
        try {
            while (!closed) {
                leadership.awaitOwn();
                moving.acquire();
                try {
                    if (!leadership.isGuests()) {
                        move(TICK_MILLIS);
                    }
                } finally {
                    moving.release();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a selector failed", e);
        } catch (InterruptedException e) {
            // Nobody interrupts it.
        } finally {
            moving.acquire();
            try {
                end();
            } finally {
                moving.release();
            }
        }
    }

    /** The calling thread waits until it closes this, and may have to move bytes meanwhile. */
    public Guest guest(WaitPolicy waitPolicy) {
        return new Guest(waitPolicy, leadership.enter());
    }

    /** A thread that waits for bytes. */
    public final class Guest implements AutoCloseable {

        private final WaitPolicy waitPolicy;
        private final boolean moves;
        private long alive = System.nanoTime();

        private Guest(WaitPolicy waitPolicy, boolean moves) {
            this.waitPolicy = waitPolicy;
            this.moves = moves;
        }

        /** Whether it moves bytes itself; otherwise others do, and it waits for the results. */
        public boolean moves() {
            return moves;
        }

        /**
         * Moves bytes once there are some, and tells from time to time that the thread is alive.
         *
         * @param still whether the thread still waits, asked while no other thread moves bytes
         */
        public void move(BooleanSupplier still) throws InterruptedException {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            move(still, TimeUnit.NANOSECONDS.toMillis(WaitPolicy.TICK_NANOS));
            long now = System.nanoTime();
            if (now - alive >= WaitPolicy.TICK_NANOS) {
                alive = now;
                waitPolicy.alive();
            }
        }

        private void move(BooleanSupplier still, long millis) throws InterruptedException {
            if (!moving.tryAcquire(0)) { // unless another thread is before it
                selector.wakeup();
                if (!moving.tryAcquire(millis)) {
                    return; // another thread moves them
                }
            }
            try {
                if (!still.getAsBoolean()) {
                    return;
                }
                if (closed) {
                    Thread.sleep(1); // nothing moves any more
                } else {
                    Reactor.this.move(millis);
                }
            } catch (IOException e) {
                throw new UncheckedIOException("a selector failed", e);
            } finally {
                moving.release();
            }
        }

        @Override
        public void close() {
            leadership.leave(moves);
        }
    }

    /** Waits for bytes and moves them. Called with {@link #moving} held. */
    private void move(long millis) throws IOException {
        assert moving.isHeld();
        select(millis);
        moving.runTasks();
        for (SelectionKey key : selector.selectedKeys()) {
            guard(key, (handler, now) -> handler.ready(key), 0);
        }
        selector.selectedKeys().clear();
        long now = System.nanoTime();
        if (now - ticked >= TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS)) {
            ticked = now;
            for (SelectionKey key : List.copyOf(selector.keys())) {
                guard(key, Handler::tick, now);
            }
        }
    }

    /** Waits for bytes in memory for a moment, and then for those in memory and in sockets. */
    private void select(long millis) throws IOException {
        if (polling.work(this::work, () -> !moving.hasTasks())) {
            looks++;
            if (looks % SOCKETS_TURN == 0) {
                selector.selectNow();
            }
        } else {
            long sleep = polling.rest(millis);
            if (sleep > 0) {
                selector.select(sleep);
            } else {
                selector.selectNow();
            }
            polling.rise();
        }
    }

    private void work(SelectionKey key) {
        guard(key, (handler, now) -> handler.work(), 0);
    }

    /** A call of a handler. */
    @FunctionalInterface
    private interface Call {
        void to(Handler handler, long now) throws IOException;
    }

    /**
     * Calls a handler; a handler that fails loses its channel, and the others keep theirs. So it is
     * with errors: a shortage of memory or of descriptors, in which classes cannot be loaded,
     * passes.
     */
    private static void guard(SelectionKey key, Call call, long now) {
        Handler handler = (Handler) key.attachment();
        try {
            if (key.isValid()) {
                call.to(handler, now);
            }
        } catch (CancelledKeyException e) {
            // Another handler has closed the channel.
        } catch (IOException | RuntimeException | Error e) {
            drop(
                    key,
                    e instanceof IOException io ? io : new IOException("internal error: " + e, e));
        }
    }

    /** Closes a channel and tells its handler. */
    private static void drop(SelectionKey key, IOException why) {
        Handler handler = (Handler) key.attachment();
        key.cancel();
        close(key.channel());
        handler.lost(why);
    }

    /** Closes a channel, if there is one, of which nothing more is wanted. */
    public static void close(@Nullable Closeable channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            // The system releases it in any case.
        }
    }

    private void end() {
        IOException why = new IOException("the connections were closed");
        for (SelectionKey key : new ArrayList<>(selector.keys())) {
            if (key.isValid()) {
                drop(key, why);
            }
        }
        moving.runTasks();
        try {
            selector.close();
        } catch (IOException | ClosedSelectorException e) {
            // Its channels are closed.
        }
    }

    /** Closes all channels, and waits until the thread has run all tasks and ended. */
    @Override
    public void close() {
        closed = true;
        leadership.end();
        selector.wakeup();
        Threads.join(thread);
    }
}
