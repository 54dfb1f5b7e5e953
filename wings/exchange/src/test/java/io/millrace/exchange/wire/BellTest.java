package io.millrace.exchange.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BellTest {

    private static final int SLEEP = 0;
    private static final int WAKE = 1;
    private static final int ASK = 2;
    private static final int CONFIRM = 3;

    private final SocketChannel near;
    private final SocketChannel far;
    private final Bell bell;

    BellTest() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            near = SocketChannel.open(server.getLocalAddress());
            far = server.accept();
        }
        bell = new Bell(near);
    }

    @BeforeEach
    void doNotBlock() throws IOException {
        near.configureBlocking(false);
        far.configureBlocking(false);
    }

    @AfterEach
    void close() throws IOException {
        near.close();
        far.close();
    }

    /** The other worker's signal. */
    private void heard(int kind, long count) throws Exception {
        ByteBuffer signal = ByteBuffer.allocate(9).order(ByteOrder.LITTLE_ENDIAN);
        far.write(signal.put((byte) kind).putLong(count).flip());
    }

    private void rings(int kind, long count) throws Exception {
        ByteBuffer signal = ByteBuffer.allocate(9).order(ByteOrder.LITTLE_ENDIAN);
        Await.until(
                "a signal comes",
                () -> {
                    bell.read();
                    far.read(signal);
                    return !signal.hasRemaining();
                });
        assertThat((int) signal.get(0)).isEqualTo(kind);
        assertThat(signal.getLong(1)).isEqualTo(count);
    }

    private void isSilent() throws Exception {
        assertThat(far.read(ByteBuffer.allocate(1))).isZero();
    }

    @Test
    void aWorkerThatSleepsIsWokenByTheNextBytes() throws Exception {
        bell.sent(10);
        heard(SLEEP, 10);
        bell.read();
        isSilent();
        bell.sent(1);
        rings(WAKE, 11);
        bell.sent(1);
        isSilent();
    }

    @Test
    void aWorkerThatFellAsleepBeforeTheBytesCameIsWokenAtOnce() throws Exception {
        bell.sent(10);
        heard(SLEEP, 9);
        rings(WAKE, 10);
    }

    @Test
    void aSleepIsAnnouncedOnceUntilTheOtherWakesThisWorker() throws Exception {
        bell.received(7);
        bell.sleep();
        rings(SLEEP, 7);
        bell.sleep();
        isSilent();
        heard(WAKE, 8);
        Await.until(
                "it is awake",
                () -> {
                    bell.read();
                    bell.sleep();
                    return far.read(ByteBuffer.allocate(1)) > 0;
                });
    }

    @Test
    void lastBytesAreConfirmedWhenTheyAreHere() throws Exception {
        heard(ASK, 5);
        bell.received(4);
        bell.read();
        assertThat(bell.hasAll()).isFalse();
        isSilent();
        bell.received(1);
        rings(CONFIRM, 5);
        assertThat(bell.hasAll()).isTrue();
        isSilent();
    }

    @Test
    void bytesAreAskedForOnceAndAgainWhenThereAreMore() throws Exception {
        bell.sent(3);
        bell.ask();
        bell.ask();
        rings(ASK, 3);
        isSilent();
        assertThat(bell.isConfirmed()).isFalse();
        bell.sent(2);
        bell.ask();
        rings(ASK, 5);
        heard(CONFIRM, 3);
        heard(CONFIRM, 5);
        Await.until(
                "all bytes are confirmed",
                () -> {
                    bell.read();
                    return bell.isConfirmed();
                });
    }

    @Test
    void theEndOfTheSocketIsNoticed() throws Exception {
        far.close();
        Await.until(
                "the end is noticed",
                () -> {
                    bell.read();
                    return bell.hasEnded();
                });
        bell.sleep();
        bell.sent(1);
        assertThat(bell.isConfirmed()).isFalse();
    }
}
