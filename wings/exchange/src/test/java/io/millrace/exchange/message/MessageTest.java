package io.millrace.exchange.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageTest {

    private static final int SLAB_SPAN = 1 << 16;
    private static final int SLABS = 16;

    private final SplittableRandom random = new SplittableRandom(11);
    private final MemoryAccount memory =
            new MemoryBudget(SLABS * SLAB_SPAN, SLAB_SPAN, 4 * SLAB_SPAN)
                    .account(MemoryUse.MESSAGES, null);

    @AfterEach
    void allIsGivenBack() {
        assertThat(memory.heldBytes()).isZero();
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Written in pieces of any size. */
    private Message message(byte[] bytes) throws IOException {
        try (MessageWriter out = new MessageWriter(memory)) {
            for (int at = 0; at < bytes.length; ) {
                int part = Math.min(bytes.length - at, 1 + random.nextInt(1000));
                if (part == 1) {
                    out.write(bytes[at]);
                } else {
                    out.write(bytes, at, part);
                }
                at += part;
            }
            assertThat(out.length()).isEqualTo(bytes.length);
            return out.finish();
        }
    }

    private static byte[] read(Message message) throws IOException {
        return message.open().readAllBytes();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 256, 511, 512, 513, 4064, 4065, 70_000, 300_000})
    void bytesAreReadAsTheyWereWritten(int length) throws Exception {
        byte[] bytes = bytes(length);
        try (Message message = message(bytes)) {
            assertThat(message.length()).isEqualTo(length);
            assertThat(read(message)).isEqualTo(bytes);
            assertThat(read(message)).as("once more").isEqualTo(bytes);
            assertThat(memory.heldBytes()).isBetween(length - 512L, 4096 + 5L * length);
        }
    }

    @Test
    void numbersAreReadAcrossSlabs() throws Exception {
        try (MessageWriter out = new MessageWriter(memory)) {
            out.writeByte(1);
            for (int i = 0; i < 50_000; i++) {
                out.writeLong(i);
            }
            try (Message message = out.finish();
                    var in = message.open()) {
                in.readByte();
                assertThat(in.skip(8 * 40_000)).isEqualTo(8 * 40_000);
                for (int i = 40_000; i < 50_000; i++) {
                    assertThat(in.readLong()).isEqualTo(i);
                }
                assertThat(in.read()).isEqualTo(-1);
            }
        }
    }

    @Test
    void aCopyIsReadAfterTheMessageWasClosed() throws Exception {
        byte[] bytes = bytes(100_000);
        Message copy;
        try (Message message = message(bytes)) {
            copy = message.copy(memory);
        }
        try (copy) {
            assertThat(read(copy)).isEqualTo(bytes);
        }
    }

    @Test
    void closingAMessageTwiceReturnsItOnce() throws Exception {
        Message message = message(bytes(100_000));
        message.close();
        message.close();
        assertThat(memory.heldBytes()).isZero();
    }

    @Test
    void aSmallMessageTakesNoSlab() throws Exception {
        try (Message message = message(bytes(500))) {
            assertThat(message.length()).isEqualTo(500);
            assertThat(memory.heldBytes()).isZero();
        }
    }

    @Test
    void whatIsNotFinishedIsGivenBack() throws Exception {
        try (MessageWriter out = new MessageWriter(memory)) {
            out.write(bytes(100_000));
            assertThat(memory.heldBytes()).isPositive();
        }
    }

    @Test
    void aMessageIsWrittenAlsoWhereNothingIsLeft() throws Exception {
        int free = (int) (memory.maxBytes() / SLAB_SPAN);
        List<Slab> all = memory.take(SlabKind.HEAP, free, memory.slabBytes());
        byte[] bytes = bytes(300_000);
        try (Message message = message(bytes)) {
            assertThat(memory.heldBytes()).isGreaterThan(memory.maxBytes());
            assertThat(read(message)).isEqualTo(bytes);
        } finally {
            all.forEach(Slab::close);
        }
    }

    @Test
    void anInterruptedWriterStillWritesAndStaysInterrupted() throws Exception {
        byte[] bytes = bytes(100_000);
        Thread.currentThread().interrupt();
        try (Message message = message(bytes)) {
            assertThat(Thread.interrupted()).isTrue();
            assertThat(read(message)).isEqualTo(bytes);
        }
    }
}
