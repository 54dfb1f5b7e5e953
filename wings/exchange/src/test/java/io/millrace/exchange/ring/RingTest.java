package io.millrace.exchange.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("jdk")
class RingTest {

    private static final int CAPACITY = 64;
    private static final long DEADLINE_SECONDS = 60;

    private final Random random = Seeds.random("ring");
    private final Ring ring = ring(CAPACITY);
    private final RingWriter writer = new RingWriter(ring, CAPACITY);
    private final RingReader reader = new RingReader(ring, CAPACITY);

    private static Ring ring(int capacity) {
        return new Ring(
                new Words.Mapped(ByteBuffer.allocateDirect(Ring.CONTROL_BYTES)),
                ByteBuffer.allocateDirect(capacity));
    }

    /** Writes as many bytes of an array as fit; returns how many. */
    private static int write(RingWriter to, byte[] bytes, int from) throws IOException {
        ByteBuffer room = to.room();
        int count = Math.min(room.remaining(), bytes.length - from);
        room.put(bytes, from, count);
        to.written(count);
        return count;
    }

    private static byte[] read(RingReader from) throws IOException {
        ByteBuffer in = from.bytes();
        byte[] bytes = new byte[in.remaining()];
        in.get(bytes);
        from.read(bytes.length);
        return bytes;
    }

    private byte[] content(int length) {
        byte[] content = new byte[length];
        random.nextBytes(content);
        return content;
    }

    @Test
    void bytesAreWholeFromEveryPlaceOnInEveryLength() throws Exception {
        for (int place = 0; place < CAPACITY; place++) {
            for (int length = 1; length <= CAPACITY; length++) {
                byte[] content = content(length);
                int sent = 0;
                while (sent < length) {
                    sent += write(writer, content, sent);
                }
                ByteBuffer got = ByteBuffer.allocate(length);
                while (got.hasRemaining()) {
                    got.put(read(reader));
                }
                assertThat(got.array()).isEqualTo(content);
            }
            write(writer, new byte[1], 0); // the next place
            read(reader);
        }
    }

    @Test
    void anyPortionsComeOutAsTheyWentIn() throws Exception {
        byte[] content = content(100_000);
        ByteBuffer got = ByteBuffer.allocate(content.length);
        int sent = 0;
        while (got.hasRemaining()) {
            if (random.nextBoolean()) {
                ByteBuffer room = writer.room();
                int count = Math.min(random.nextInt(room.remaining() + 1), content.length - sent);
                room.put(content, sent, count);
                writer.written(count);
                sent += count;
            } else {
                ByteBuffer bytes = reader.bytes();
                int count = random.nextInt(bytes.remaining() + 1);
                got.put(bytes.slice(0, count));
                reader.read(count);
            }
            assertThat(writer.hasRoom()).isEqualTo(sent - got.position() < CAPACITY);
            assertThat(reader.hasBytes()).isEqualTo(sent > got.position());
        }
        assertThat(got.array()).isEqualTo(content);
    }

    @Test
    void aFullRingHasNoRoomUntilSomethingIsRead() throws Exception {
        assertThat(write(writer, content(CAPACITY), 0)).isEqualTo(CAPACITY);
        assertThat(writer.room().hasRemaining()).isFalse();
        assertThat(writer.rest()).isTrue();
        assertThat(reader.bytes().remaining()).isEqualTo(CAPACITY);
        assertThat(reader.read(1)).as("the writer has to be woken").isTrue();
        assertThat(writer.room().remaining()).isEqualTo(1);
    }

    @Test
    void anEndThatSleepsIsWokenOnce() throws Exception {
        assertThat(writer.written(1)).isFalse();
        assertThat(reader.rest()).as("there is a byte").isFalse();
        reader.rise();
        assertThat(writer.written(1)).isFalse();
        reader.read(reader.bytes().remaining());
        assertThat(reader.rest()).isTrue();
        assertThat(writer.written(1)).isTrue();
        assertThat(writer.written(1)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, CAPACITY + 1, Long.MAX_VALUE, Long.MIN_VALUE})
    void countersThatCannotBeAreRefused(long counter) {
        ring.setTail(counter);
        assertThatThrownBy(reader::bytes).isInstanceOf(IOException.class);
        writer.written(CAPACITY);
        ring.setHead(counter);
        assertThatThrownBy(writer::room).isInstanceOf(IOException.class);
    }

    /** Both ends sleep whenever they can, so that a lost call would stop them. */
    @ParameterizedTest
    @ValueSource(ints = {1, 8, 4096})
    void twoThreadsLoseNeitherBytesNorCalls(int capacity) throws Exception {
        Ring narrow = ring(capacity);
        byte[] content = content(200_000);
        Semaphore writerCalled = new Semaphore(0);
        Semaphore readerCalled = new Semaphore(0);
        CompletableFuture<Void> writing =
                CompletableFuture.runAsync(() ->
                        run(() -> {
                            RingWriter out = new RingWriter(narrow, capacity);
                            int sent = 0;
                            while (sent < content.length) {
                                ByteBuffer room = out.room();
                                int count = Math.min(room.remaining(), content.length - sent);
                                room.put(content, sent, count);
                                sent += count;
                                if (out.written(count)) {
                                    readerCalled.release();
                                }
                                if (out.rest()) {
                                    await(writerCalled);
                                }
                                out.rise();
                            }
                        }));
        RingReader in = new RingReader(narrow, capacity);
        ByteBuffer got = ByteBuffer.allocate(content.length);
        while (got.hasRemaining()) {
            ByteBuffer bytes = in.bytes();
            int count = bytes.remaining();
            got.put(bytes);
            if (in.read(count)) {
                writerCalled.release();
            }
            if (got.hasRemaining() && in.rest()) {
                await(readerCalled);
            }
            in.rise();
        }
        writing.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        assertThat(got.array()).isEqualTo(content);
    }

    private static void await(Semaphore called) throws InterruptedException {
        assertThat(called.tryAcquire(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    /** Work that may fail. */
    private interface Work {
        void run() throws Exception;
    }

    private static void run(Work work) {
        try {
            work.run();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
