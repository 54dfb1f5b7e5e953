package io.millrace.exchange.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.exchange.frame.FrameHeader.Kind;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class OutgoingTest {

    private final Outgoing outgoing = new Outgoing(new FrameMaker(1, 2, 0, 0));

    private int bytesOut() {
        ByteBuffer all = ByteBuffer.allocate(100 * FrameHeader.BYTES);
        outgoing.fill(all);
        return all.position();
    }

    /** A receiver that reads nothing may stay connected for days. */
    @Test
    void signsOfLifeThatCannotBeSentDoNotPileUp() {
        for (int i = 0; i < 50; i++) {
            outgoing.ping();
        }
        assertThat(bytesOut()).isEqualTo(FrameHeader.BYTES);
        outgoing.ping();
        assertThat(bytesOut()).isEqualTo(FrameHeader.BYTES);
    }

    @Test
    void otherFramesAreSignsOfLife() {
        outgoing.add(Kind.GRANT);
        outgoing.ping();
        assertThat(bytesOut()).isEqualTo(FrameHeader.BYTES);
    }
}
