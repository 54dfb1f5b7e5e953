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

class DoorbellTest {

    private static final int SLEEP = 0;
    private static final int WAKE = 1;
    private static final int ASK = 2;
    private static final int CONFIRM = 3;

    private final SocketChannel near;
    private final SocketChannel far;
    private final Doorbell doorbell;

    DoorbellTest() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            near = SocketChannel.open(server.getLocalAddress());
            far = server.accept();
        }
        doorbell = new Doorbell(near);
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
                    doorbell.read();
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
        doorbell.sent(10);
        heard(SLEEP, 10);
        doorbell.read();
        isSilent();
        doorbell.sent(1);
        rings(WAKE, 11);
        doorbell.sent(1);
        isSilent();
    }

    @Test
    void aWorkerThatFellAsleepBeforeTheBytesCameIsWokenAtOnce() throws Exception {
        doorbell.sent(10);
        heard(SLEEP, 9);
        rings(WAKE, 10);
    }

    @Test
    void aSleepIsAnnouncedOnceUntilTheOtherWakesThisWorker() throws Exception {
        doorbell.received(7);
        doorbell.sleep();
        rings(SLEEP, 7);
        doorbell.sleep();
        isSilent();
        heard(WAKE, 8);
        Await.until(
                "it is awake",
                () -> {
                    doorbell.read();
                    doorbell.sleep();
                    return far.read(ByteBuffer.allocate(1)) > 0;
                });
    }

    @Test
    void lastBytesAreConfirmedWhenTheyAreHere() throws Exception {
        heard(ASK, 5);
        doorbell.received(4);
        doorbell.read();
        assertThat(doorbell.hasAll()).isFalse();
        isSilent();
        doorbell.received(1);
        rings(CONFIRM, 5);
        assertThat(doorbell.hasAll()).isTrue();
        isSilent();
    }

    @Test
    void bytesAreAskedForOnceAndAgainWhenThereAreMore() throws Exception {
        doorbell.sent(3);
        doorbell.ask();
        doorbell.ask();
        rings(ASK, 3);
        isSilent();
        assertThat(doorbell.isConfirmed()).isFalse();
        doorbell.sent(2);
        doorbell.ask();
        rings(ASK, 5);
        heard(CONFIRM, 3);
        heard(CONFIRM, 5);
        Await.until(
                "all bytes are confirmed",
                () -> {
                    doorbell.read();
                    return doorbell.isConfirmed();
                });
    }

    @Test
    void theEndOfTheSocketIsNoticed() throws Exception {
        far.close();
        Await.until(
                "the end is noticed",
                () -> {
                    doorbell.read();
                    return doorbell.hasEnded();
                });
        doorbell.sleep();
        doorbell.sent(1);
        assertThat(doorbell.isConfirmed()).isFalse();
    }
}
