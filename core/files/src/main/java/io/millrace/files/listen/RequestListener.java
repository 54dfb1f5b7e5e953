package io.millrace.files.listen;

import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Accepts connections and reads all requests concurrently, so that no caller can delay the others:
 * each request has one deadline, however slowly its bytes arrive, and the number of connections is
 * limited. A further connection replaces the oldest one with an incomplete request; if all requests
 * are complete, it waits in the system's queue and uses no descriptor.
 *
 * <p>One thread calls {@link #next}; any thread may close.
 */
public final class RequestListener<C extends PendingConnection> implements AutoCloseable {

    /** How long no connection is accepted after the process has run out of descriptors. */
    private static final long PAUSE_NANOS = Duration.ofMillis(100).toNanos();

    private static final long MILLI = 1_000_000;

    private final ServerSocketChannel server;
    private final Selector selector;
    private final SelectionKey door;
    private final int most;
    private final long patienceNanos;
    private final Supplier<? extends C> callers;

    /** Callers with incomplete requests and their deadlines, the oldest first. */
    private final Map<SelectionKey, Long> speaking = new LinkedHashMap<>();

    private final Deque<AcceptedRequest<C>> accepted = new ArrayDeque<>();

    /** Returned to callers of {@link #next} and not yet closed. */
    private final Set<SocketChannel> busy = ConcurrentHashMap.newKeySet();

    private long pausedUntil = System.nanoTime();

    /**
     * Takes ownership of a listening socket.
     *
     * @param most maximum number of concurrent connections, with or without a complete request
     * @param patience how long a caller may take to send its request
     */
    public RequestListener(
            ServerSocketChannel server, int most, Duration patience, Supplier<? extends C> callers)
            throws IOException {
        this.server = server;
        this.most = most;
        this.patienceNanos = patience.toNanos();
        this.callers = callers;
        server.configureBlocking(false);
        this.selector = server.provider().openSelector();
        this.door = server.register(selector, SelectionKey.OP_ACCEPT);
    }

    /**
     * Waits for a complete request.
     *
     * @return null once the reception is closed or the thread interrupted
     * @throws IOException if no more requests can be read
     */
    public @Nullable AcceptedRequest<C> next() throws IOException {
        try {
            while (accepted.isEmpty()) {
                boolean open = busy.size() < most && System.nanoTime() - pausedUntil >= 0;
                door.interestOps(open ? SelectionKey.OP_ACCEPT : 0);
                selector.select(waitMillis(open));
                if (Thread.currentThread().isInterrupted() || !selector.isOpen()) {
                    return null;
                }
                dropLate();
                Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
                while (ready.hasNext()) {
                    SelectionKey key = ready.next();
                    ready.remove();
                    serve(key);
                }
            }
            return accepted.pop();
        } catch (ClosedSelectorException | CancelledKeyException | ClosedChannelException e) {
            return null;
        }
    }

    private void serve(SelectionKey key) throws IOException {
        if (key == door) {
            letIn();
        } else if (key.isValid()) {
            hear(key);
        }
    }

    private void letIn() throws IOException {
        try {
            SocketChannel channel = server.accept();
            if (channel == null) {
                return;
            }
            if (speaking.size() + busy.size() >= most) {
                dropOldest();
            }
            speaking.put(register(channel), System.nanoTime() + patienceNanos);
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException e) {
            // Too many open files: the rest of the process takes precedence.
            dropOldest();
            pausedUntil = System.nanoTime() + PAUSE_NANOS;
        }
    }

    private SelectionKey register(SocketChannel channel) throws IOException {
        SelectionKey key = null;
        try {
            channel.configureBlocking(false);
            key = channel.register(selector, SelectionKey.OP_READ, callers.get());
            return key;
        } finally {
            if (key == null) {
                channel.close(); // the reception was closed meanwhile
            }
        }
    }

    @SuppressWarnings("unchecked") // attached when the connection was accepted
    private void hear(SelectionKey key) throws IOException {
        SocketChannel channel = (SocketChannel) key.channel();
        C pending = (C) key.attachment();
        try {
            if (!pending.hear(channel)) {
                return;
            }
        } catch (IOException e) {
            drop(key);
            return;
        }
        speaking.remove(key);
        key.cancel();
        selector.selectNow(); // a blocking channel must have left the selector
        channel.configureBlocking(true);
        busy.add(channel);
        accepted.add(new AcceptedRequest<>(pending, channel, () -> leave(channel)));
    }

    private void leave(SocketChannel channel) {
        if (busy.remove(channel)) {
            selector.wakeup();
        }
    }

    private void dropLate() {
        long now = System.nanoTime();
        while (!speaking.isEmpty() && now - speaking.values().iterator().next() >= 0) {
            dropOldest();
        }
    }

    private void dropOldest() {
        if (!speaking.isEmpty()) {
            drop(speaking.keySet().iterator().next());
        }
    }

    private void drop(SelectionKey key) {
        speaking.remove(key);
        closeQuietly(key);
    }

    private static void closeQuietly(SelectionKey key) {
        key.cancel();
        try {
            key.channel().close();
        } catch (IOException e) {
            // The connection is useless.
        }
    }

    /** Until the next deadline, or for ever: 0. */
    private long waitMillis(boolean open) {
        long now = System.nanoTime();
        long deadline = Long.MAX_VALUE;
        if (!speaking.isEmpty()) {
            deadline = speaking.values().iterator().next() - now;
        }
        if (!open && pausedUntil - now > 0) {
            deadline = Math.min(deadline, pausedUntil - now);
        }
        return deadline == Long.MAX_VALUE ? 0 : Math.max(1, deadline / MILLI + 1);
    }

    /** Accepts no more connections. Connections that {@link #next} returned stay open. */
    @Override
    public void close() throws IOException {
        try (server;
                selector) {
            selector.keys().forEach(RequestListener::closeQuietly);
        } catch (ClosedSelectorException e) {
            // Already closed.
        }
    }
}
