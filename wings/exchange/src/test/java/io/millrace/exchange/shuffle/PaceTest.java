package io.millrace.exchange.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.plan.RunCompression;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Compression where it pays, under a clock that the tests set. */
class PaceTest {

    private static final int PART = 1_000_000;

    private long now = 77;
    private final Pace pace = new Pace(RunCompression.AUTO, () -> now);

    private void pass(long millis) {
        now += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** Sends a part that takes this time. */
    private void send(int bytes, long millis) {
        pace.begun();
        pace.handed(bytes, 0);
        pass(millis);
        pace.ended();
    }

    /** Notes that parts were made, with and without compression. */
    private void made(double ratio, double plainNanos, double compressedNanos) {
        pace.made(false, PART, PART, (long) (plainNanos * PART));
        pace.made(true, PART, (long) (ratio * PART), (long) (compressedNanos * PART));
    }

    @Test
    void theFirstPartIsPlain() {
        assertThat(pace.compresses()).isFalse();
    }

    @Test
    void aSlowNetworkGetsCompressedParts() {
        send(PART, 80); // 100 Mbit/s
        assertThat(pace.compresses()).isTrue();
    }

    @Test
    void aFastNetworkDoesNot() {
        send(PART, 7);
        assertThat(pace.compresses()).isFalse();
    }

    @Test
    void smallPartsThatWaitForAnAnswerAreNoSlowNetwork() {
        for (int part = 0; part < 1_000; part++) {
            send(1_000, 4);
        }
        assertThat(pace.compresses()).isFalse();
    }

    @Test
    void aPartUnderWayIsTimeEnough() {
        pace.begun();
        pace.handed(PART, 0);
        assertThat(pace.compresses()).isFalse();
        pass(300);
        assertThat(pace.compresses()).isTrue();
        pace.begun();
        pace.handed(PART, 0);
        pace.ended();
        assertThat(pace.compresses()).isTrue();
        pace.ended();
        assertThat(pace.compresses()).isTrue();
    }

    @Test
    void threadsThatWaitForAProcessorAreNoSlowNetwork() {
        for (int part = 0; part < 100; part++) {
            send(PART / 2, part % 5 == 0 ? 7 : 60);
        }
        assertThat(pace.compresses()).isFalse();
    }

    @Test
    void aNetworkThatBecomesSlowIsNoticed() {
        send(PART, 7);
        for (int part = 0; part < 10; part++) {
            send(PART, 80);
        }
        assertThat(pace.compresses()).isTrue();
    }

    @Test
    void waitsForTheTransportCount() {
        pace.handed(PART, TimeUnit.MILLISECONDS.toNanos(7));
        assertThat(pace.compresses()).isFalse();
        pace.handed(PART, TimeUnit.MILLISECONDS.toNanos(150));
        assertThat(pace.compresses()).isTrue();
    }

    @Test
    void idleTimeDoesNotCount() {
        send(PART, 7);
        pass(10_000);
        assertThat(pace.compresses()).isFalse();
        send(PART, 7);
        assertThat(pace.compresses()).isFalse();
    }

    @Test
    void contentThatHardlyShrinksStaysPlain() {
        send(PART, 80);
        made(0.95, 1, 6);
        assertThat(pace.compresses()).isFalse();
    }

    @Test
    void contentThatShrinksPaysOnAFasterNetwork() {
        send(PART, 5 + 6); // 6 ns for a byte
        assertThat(pace.compresses()).isFalse();
        made(0.2, 1, 3);
        assertThat(pace.compresses()).isTrue();
    }

    @Test
    void aSettingDecidesAlone() {
        assertThat(new Pace(RunCompression.LZ4, () -> now).compresses()).isTrue();
        Pace never = new Pace(RunCompression.NONE, () -> now);
        never.begun();
        never.handed(1, 0);
        pass(1_000);
        assertThat(never.compresses()).isFalse();
    }
}
