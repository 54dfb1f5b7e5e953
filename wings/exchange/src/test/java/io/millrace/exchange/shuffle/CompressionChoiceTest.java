package io.millrace.exchange.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.plan.RunCompression;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Compression where it pays, under a clock that the tests set. */
class CompressionChoiceTest {

    private static final int PART = 1_000_000;

    private long now = 77;
    private final CompressionChoice compression =
            new CompressionChoice(RunCompression.AUTO, () -> now);

    private void pass(long millis) {
        now += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** Sends a part that takes this time. */
    private void send(int bytes, long millis) {
        compression.begun();
        compression.handed(bytes, 0);
        pass(millis);
        compression.ended();
    }

    /** Notes that parts were made, with and without compression. */
    private void made(double ratio, double plainNanos, double compressedNanos) {
        compression.made(false, PART, PART, (long) (plainNanos * PART));
        compression.made(true, PART, (long) (ratio * PART), (long) (compressedNanos * PART));
    }

    @Test
    void theFirstPartIsPlain() {
        assertThat(compression.compresses()).isFalse();
    }

    @Test
    void aSlowNetworkGetsCompressedParts() {
        send(PART, 80); // 100 Mbit/s
        assertThat(compression.compresses()).isTrue();
    }

    @Test
    void aFastNetworkDoesNot() {
        send(PART, 7);
        assertThat(compression.compresses()).isFalse();
    }

    @Test
    void smallPartsThatWaitForAnAnswerAreNoSlowNetwork() {
        for (int part = 0; part < 1_000; part++) {
            send(1_000, 4);
        }
        assertThat(compression.compresses()).isFalse();
    }

    @Test
    void aPartUnderWayIsTimeEnough() {
        compression.begun();
        compression.handed(PART, 0);
        assertThat(compression.compresses()).isFalse();
        pass(300);
        assertThat(compression.compresses()).isTrue();
        compression.begun();
        compression.handed(PART, 0);
        compression.ended();
        assertThat(compression.compresses()).isTrue();
        compression.ended();
        assertThat(compression.compresses()).isTrue();
    }

    @Test
    void threadsThatWaitForAProcessorAreNoSlowNetwork() {
        for (int part = 0; part < 100; part++) {
            send(PART / 2, part % 5 == 0 ? 7 : 60);
        }
        assertThat(compression.compresses()).isFalse();
    }

    @Test
    void aNetworkThatBecomesSlowIsNoticed() {
        send(PART, 7);
        for (int part = 0; part < 10; part++) {
            send(PART, 80);
        }
        assertThat(compression.compresses()).isTrue();
    }

    @Test
    void waitsForTheTransportCount() {
        compression.handed(PART, TimeUnit.MILLISECONDS.toNanos(7));
        assertThat(compression.compresses()).isFalse();
        compression.handed(PART, TimeUnit.MILLISECONDS.toNanos(150));
        assertThat(compression.compresses()).isTrue();
    }

    @Test
    void idleTimeDoesNotCount() {
        send(PART, 7);
        pass(10_000);
        assertThat(compression.compresses()).isFalse();
        send(PART, 7);
        assertThat(compression.compresses()).isFalse();
    }

    @Test
    void contentThatHardlyShrinksStaysPlain() {
        send(PART, 80);
        made(0.95, 1, 6);
        assertThat(compression.compresses()).isFalse();
    }

    @Test
    void contentThatShrinksPaysOnAFasterNetwork() {
        send(PART, 5 + 6); // 6 ns for a byte
        assertThat(compression.compresses()).isFalse();
        made(0.2, 1, 3);
        assertThat(compression.compresses()).isTrue();
    }

    @Test
    void aSettingDecidesAlone() {
        assertThat(new CompressionChoice(RunCompression.LZ4, () -> now).compresses()).isTrue();
        CompressionChoice never = new CompressionChoice(RunCompression.NONE, () -> now);
        never.begun();
        never.handed(1, 0);
        pass(1_000);
        assertThat(never.compresses()).isFalse();
    }
}
