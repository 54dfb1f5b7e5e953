package io.millrace.files.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Await;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class RequestListenerTest {

    private static final int MOST = 4;
    private static final Duration FOR_EVER = Duration.ofDays(1);
    private static final int LIMIT_SECONDS = 60;

    /** Has said all with the second byte, and must not say a third. */
    private static final class TwoBytes implements PendingConnection {

        private final ByteBuffer said = ByteBuffer.allocate(2);

        @Override
        public boolean hear(SocketChannel channel) throws IOException {
            if (channel.read(said) < 0) {
                throw new EOFException();
            }
            return !said.hasRemaining();
        }
    }

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final BlockingQueue<AcceptedRequest<TwoBytes>> accepted = new LinkedBlockingQueue<>();
    private SocketAddress address;
    private RequestListener<TwoBytes> listener;
    private Thread thread;

    private void open(Duration patience) throws IOException {
        ServerSocketChannel server =
                ServerSocketChannel.open()
                        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        address = server.getLocalAddress();
        listener = new RequestListener<>(server, MOST, patience, TwoBytes::new);
        opened.add(listener);
        thread = new Thread(this::hearAll);
        thread.start();
    }

    private void hearAll() {
        try {
            for (AcceptedRequest<TwoBytes> next = listener.next();
                    next != null;
                    next = listener.next()) {
                accepted.add(next);
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
        thread.join(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS));
        assertThat(thread.isAlive()).as("the reception ends").isFalse();
    }

    private SocketChannel connect(int bytes) throws IOException {
        SocketChannel channel = SocketChannel.open(address);
        opened.add(channel);
        channel.write(ByteBuffer.allocate(bytes));
        return channel;
    }

    private AcceptedRequest<TwoBytes> awaitHeard() throws Exception {
        AcceptedRequest<TwoBytes> next = accepted.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        assertThat(next).as("somebody is heard").isNotNull();
        return next;
    }

    private static void awaitDropped(SocketChannel channel) throws Exception {
        channel.configureBlocking(false);
        Await.until("it is dropped", () -> channel.read(ByteBuffer.allocate(1)) < 0);
    }

    @Test
    void thoseWhoSayNothingOrHalfKeepNobodyWaiting() throws Exception {
        open(FOR_EVER);
        for (int i = 0; i < 20 * MOST; i++) {
            connect(i % 2);
        }
        connect(2);
        try (AcceptedRequest<TwoBytes> next = awaitHeard()) {
            assertThat(next.channel().isBlocking()).isTrue();
        }
    }

    @Test
    void theOldestOfThoseWhoStillSpeakGoesForAnother() throws Exception {
        open(FOR_EVER);
        SocketChannel oldest = connect(1);
        List<SocketChannel> others = new ArrayList<>();
        for (int i = 0; i < MOST; i++) {
            others.add(connect(0));
        }
        awaitDropped(oldest);
        others.get(0).write(ByteBuffer.allocate(2));
        awaitHeard().close();
    }

    @Test
    void theTimeIsForAllThatACallerSaysAndNotForEachByte() throws Exception {
        open(Duration.ofMillis(50));
        SocketChannel silent = connect(0);
        SocketChannel half = connect(1);
        awaitDropped(silent);
        awaitDropped(half);
    }

    @Test
    void whereAllHaveBeenHeardOthersWaitUntilOneIsClosed() throws Exception {
        open(FOR_EVER);
        List<AcceptedRequest<TwoBytes>> busy = new ArrayList<>();
        for (int i = 0; i < MOST; i++) {
            connect(2);
            busy.add(awaitHeard());
        }
        connect(2);
        assertThat(accepted.poll(100, TimeUnit.MILLISECONDS)).as("waits outside").isNull();
        busy.get(2).close();
        awaitHeard().close();
        for (AcceptedRequest<TwoBytes> each : busy) {
            each.close();
        }
    }
}
