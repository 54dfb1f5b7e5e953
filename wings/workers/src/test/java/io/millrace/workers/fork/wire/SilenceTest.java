package io.millrace.workers.fork.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.exchange.connection.MessageChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Seconds in which nothing comes. */
final class SilenceTest {

    private MessageChannel here;
    private MessageChannel there;

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocketChannel server =
                ServerSocketChannel.open()
                        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            there = new MessageChannel(SocketChannel.open(server.getLocalAddress()));
            here = new MessageChannel(server.accept());
        }
    }

    @AfterEach
    void close() throws IOException {
        here.close();
        there.close();
    }

    @Test
    void itIsTooLongOnceItHasLastedForTheLimit() {
        Silence silence = new Silence(here, 3);
        assertThat(silence.isTooLong()).isFalse();
        assertThat(silence.isTooLong()).isFalse();
        assertThat(silence.isTooLong()).isTrue();
    }

    @Test
    void anArrivalEndsIt() throws Exception {
        Silence silence = new Silence(here, 2);
        assertThat(silence.isTooLong()).isFalse();
        there.send(new Report.Alive());
        here.receive();
        assertThat(silence.isTooLong()).isFalse();
        assertThat(silence.isTooLong()).isFalse();
        assertThat(silence.isTooLong()).isTrue();
    }
}
