package io.millrace.cluster.gang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.exchange.connection.MessageChannel;
import io.millrace.exchange.shuffle.NetworkTimes;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A driver that measures its network before a worker's first order. */
class NetworkProbeTest {

    private final ExecutorService worker = Executors.newSingleThreadExecutor();
    private MessageChannel driver;
    private MessageChannel called;

    @BeforeEach
    void connect() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            called = new MessageChannel(SocketChannel.open(server.getLocalAddress()));
            driver = new MessageChannel(server.accept());
        }
    }

    @AfterEach
    void close() throws Exception {
        driver.close();
        called.close();
        worker.shutdownNow();
    }

    @Test
    void theFirstOrderComesAfterAllProbes() throws Exception {
        Future<String> order = worker.submit(() -> NetworkProbe.awaitOrder(called).readUTF());
        NetworkTimes times = NetworkProbe.measure(driver);
        assertThat(times.latency()).isPositive();
        assertThat(times.secondsPerByte()).isNotNegative();
        driver.send(out -> out.writeUTF("the order"));
        assertThat(order.get()).isEqualTo("the order");
    }

    @Test
    void anOrderWithoutProbesIsReadWhole() throws Exception {
        driver.send(out -> out.writeUTF("the order"));
        assertThat(NetworkProbe.awaitOrder(called).readUTF()).isEqualTo("the order");
    }

    @Test
    void aWorkerThatEndsMeanwhileIsAnError() throws Exception {
        called.close();
        assertThatThrownBy(() -> NetworkProbe.measure(driver)).isInstanceOf(IOException.class);
    }
}
