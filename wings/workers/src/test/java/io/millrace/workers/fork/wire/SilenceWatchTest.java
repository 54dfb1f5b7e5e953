package io.millrace.workers.fork.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.spill.RunIntake;
import io.millrace.exchange.connection.MessageChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Both ends of a link, of which one says nothing. */
final class SilenceWatchTest {

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
    void aLinkWithoutArrivalsIsSilentAndOpen() throws Exception {
        CountDownLatch silent = new CountDownLatch(1);
        SilenceWatch.start("watch", here, 1, silent::countDown);
        assertThat(silent.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(here.isOpen()).isTrue();
    }

    private static RunIntake noRuns(List<Path> directories, String who) {
        throw new AssertionError(who);
    }

    @Test
    void aMessageIsAnArrival() throws Exception {
        long before = here.arrivals();
        there.send(new Order.Alive());
        assertThat(Order.readFrom(here.receive(), SilenceWatchTest::noRuns))
                .isInstanceOf(Order.Alive.class);
        assertThat(here.arrivals()).isGreaterThan(before);
    }
}
