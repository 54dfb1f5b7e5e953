package io.millrace.exchange.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.exchange.secret.GangSecret;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.Set;
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
                            GangSecret.random(),
                            (hello, channel) -> {});
            listener.ready(key);
            assertThat(key.interestOps()).as("while there are no descriptors").isZero();
            listener.tick(System.nanoTime());
            assertThat(key.interestOps()).isEqualTo(SelectionKey.OP_ACCEPT);
        }
    }
}
