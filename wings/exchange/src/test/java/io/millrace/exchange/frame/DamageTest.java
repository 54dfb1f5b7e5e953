package io.millrace.exchange.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.exchange.message.Message;
import io.millrace.exchange.message.MessageIntake;
import io.millrace.exchange.message.MessageWriter;
import io.millrace.exchange.ring.RingFile;
import io.millrace.testing.Seeds;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of a link, without one: from its outgoing side to the incoming side of the other. */
class DamageTest {

    private final MemoryAccount memory =
            new MemoryBudget(1 << 24, 1 << 16, 1 << 16).account(MemoryUse.MESSAGES, null);
    private final FrameMaker frames = new FrameMaker(1, 2, 0, 0);
    private final List<Message> arrived = new ArrayList<>();
    private final Random random = Seeds.random("damage");
    private final Incoming incoming = new Incoming(1, 2, 0, new Events());

    private final class Events implements Incoming.Events {

        @Override
        public MessageIntake atOnce(int length) {
            return MessageIntake.takeAtOnce(memory, length);
        }

        @Override
        public void announced(Incoming.Expected message) {
            incoming.granted(message, MessageIntake.take(memory, message.length()));
        }

        @Override
        public void arrived(Message message) {
            arrived.add(message);
        }

        @Override
        public void signal(FrameHeader.Kind kind) {
            throw new AssertionError(kind);
        }
    }

    @AfterEach
    void allMemoryIsGivenBack() {
        incoming.discard();
        arrived.forEach(Message::close);
        assertThat(memory.heldBytes()).isZero();
    }

    /** All that a link would send for one message. */
    private byte[] sent(byte[] content) throws IOException {
        Outgoing outgoing = new Outgoing(frames);
        try (MessageWriter out = new MessageWriter(memory)) {
            out.write(content);
            outgoing.add(out.finish());
        }
        outgoing.granted(); // if it is announced
        ByteBuffer all = ByteBuffer.allocate(content.length + 16 * FrameHeader.BYTES);
        outgoing.fill(all);
        byte[] sent = new byte[all.flip().remaining()];
        all.get(sent);
        return sent;
    }

    private byte[] content(int length) {
        byte[] content = new byte[length];
        random.nextBytes(content);
        return content;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 512, 513, 65_536, 65_537, 262_144, 900_000})
    void messagesOfAllSizesArriveWhole(int length) throws Exception {
        byte[] content = content(length);
        incoming.read(ByteBuffer.wrap(sent(content)));
        assertThat(arrived).hasSize(1);
        assertThat(arrived.get(0).open().readAllBytes()).isEqualTo(content);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 512, 513, 65_536, 900_000})
    void aFlippedBitIsNoticed(int length) throws Exception {
        byte[] sent = sent(content(length));
        sent[random.nextInt(sent.length)] ^= (byte) (1 << random.nextInt(8));
        assertThatThrownBy(() -> incoming.read(ByteBuffer.wrap(sent)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("damaged");
        assertThat(arrived).isEmpty();
    }

    @Test
    void aFlippedBitInSharedMemoryIsNoticed(@TempDir Path folder) throws Exception {
        byte[] sent = sent(content(50_000));
        RingFile near = RingFile.create(folder);
        RingFile far = RingFile.open(near.path(), near.token());
        near.out().room().put(sent);
        near.out().written(sent.length);
        flip(near.path(), 30_000);
        near.delete();
        assertThatThrownBy(() -> incoming.read(far.in().bytes()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("damaged");
        assertThat(arrived).isEmpty();
    }

    private static void flip(Path path, int at) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.seek(at);
            int there = file.read();
            file.seek(at);
            file.write(there ^ 1);
        }
    }
}
