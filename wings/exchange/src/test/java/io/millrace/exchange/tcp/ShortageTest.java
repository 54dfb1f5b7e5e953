package io.millrace.exchange.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.exchange.call.Listener;
import io.millrace.exchange.reactor.Reactor;
import io.millrace.exchange.secret.SharedSecret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A process that has no descriptors for some time. */
final class ShortageTest {

    /** A server of a process without descriptors. */
    private static final class WithoutDescriptors extends ServerSocketChannel {

        WithoutDescriptors() {
            super(SelectorProvider.provider());
        }

        @Override
        public SocketChannel accept() throws IOException {
            throw new IOException("Too many open files");
        }

        @Override
        public ServerSocketChannel bind(SocketAddress local, int backlog) {
            return this;
        }

        @Override
        public <T> ServerSocketChannel setOption(SocketOption<T> name, T value) {
            return this;
        }

        @Override
        public <T> T getOption(SocketOption<T> name) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Set<SocketOption<?>> supportedOptions() {
            return Set.of();
        }

        @Override
        public ServerSocket socket() {
            throw new UnsupportedOperationException();
        }

        @Override
        public SocketAddress getLocalAddress() {
            throw new UnsupportedOperationException();
        }

        @Override
        protected void implCloseSelectableChannel() {}

        @Override
        protected void implConfigureBlocking(boolean block) {}
    }

    /** An exception would have the reactor close the server. */
    @Test
    void aListenerThatCannotAcceptTriesAgainAfterAMoment() throws Exception {
        try (Selector selector = Selector.open();
                ServerSocketChannel open = ServerSocketChannel.open();
                Reactor reactor = new Reactor("test-reactor")) {
            open.configureBlocking(false);
            SelectionKey key = open.register(selector, SelectionKey.OP_ACCEPT);
            Listener listener =
                    new Listener(
                            new WithoutDescriptors(),
                            reactor,
                            SharedSecret.random(),
                            (hello, channel) -> {},
                            why -> {});
            listener.ready(key);
            assertThat(key.interestOps()).as("while there are no descriptors").isZero();
            listener.tick(System.nanoTime());
            assertThat(key.interestOps()).isEqualTo(SelectionKey.OP_ACCEPT);
        }
    }

    /** A class that cannot be loaded now, for instance. */
    @Test
    void anErrorOfAHandlerEndsItsChannelOnly() throws Exception {
        CountDownLatch lost = new CountDownLatch(1);
        AtomicBoolean ran = new AtomicBoolean();
        Pipe pipe = Pipe.open();
        try (Pipe.SinkChannel sink = pipe.sink();
                Pipe.SourceChannel source = pipe.source();
                Reactor reactor = new Reactor("test-reactor")) {
            reactor.call(() -> add(reactor, source, new Failing(lost)));
            sink.write(ByteBuffer.wrap(new byte[1]));
            lost.await();
            assertThat(source.isOpen()).isFalse();
            reactor.call(() -> ran.set(true));
            assertThat(ran).isTrue();
        }
    }

    private static void add(Reactor reactor, Pipe.SourceChannel source, Reactor.Handler handler) {
        try {
            reactor.add(source, SelectionKey.OP_READ, handler);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Failing(CountDownLatch ended) implements Reactor.Handler {

        @Override
        public void ready(SelectionKey key) {
            throw new NoClassDefFoundError("as in a shortage");
        }

        @Override
        public void lost(IOException why) {
            ended.countDown();
        }
    }
}
