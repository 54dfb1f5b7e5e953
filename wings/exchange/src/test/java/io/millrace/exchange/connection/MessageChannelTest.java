package io.millrace.exchange.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.millrace.testing.Seeds;
import java.io.EOFException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lengths that the other end of a channel announces, and the bytes that come. */
final class MessageChannelTest {

    private SocketChannel other;
    private MessageChannel channel;

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            other = SocketChannel.open(server.getLocalAddress());
            channel = new MessageChannel(server.accept());
        }
    }

    @AfterEach
    void close() throws IOException {
        other.close();
        channel.close();
    }

    private void announce(int length) throws IOException {
        other.write(ByteBuffer.allocate(Integer.BYTES).putInt(0, length));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, (1 << 30) + 1, Integer.MAX_VALUE})
    void anOversizedMessageIsRejected(int length) throws Exception {
        announce(length);
        assertThatThrownBy(() -> channel.receive())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a message of " + length + " bytes was announced");
    }

    @Test
    void anAnnouncementTakesNoMemoryBeforeItsBytesCome() throws Exception {
        announce(1 << 30);
        other.write(ByteBuffer.allocate(100_000));
        other.close();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        assertThatThrownBy(() -> channel.receive()).isInstanceOf(EOFException.class);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(10_000_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65_535, 65_536, 65_537, 131_072, 131_073, 5_000_001})
    void messagesOfAllSizesArriveWhole(int length) throws Exception {
        byte[] content = new byte[length];
        Seeds.random("content").nextBytes(content);
        ExecutorService sender = Executors.newSingleThreadExecutor();
        try {
            Future<?> sent =
                    sender.submit(() -> {
                        new MessageChannel(other).send(out -> out.write(content));
                        return null;
                    });
            assertThat(channel.receive().readAllBytes()).isEqualTo(content);
            sent.get();
        } finally {
            sender.shutdownNow();
        }
    }
}
