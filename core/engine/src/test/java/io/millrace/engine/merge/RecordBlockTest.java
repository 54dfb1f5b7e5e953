package io.millrace.engine.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.record.KeyOrder;
import io.millrace.engine.testing.ByteKeyOrder;
import io.millrace.engine.testing.ByteRecord;
import io.millrace.engine.testing.TestMemory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordBlockTest {

    private static final KeyOrder ORDER = ByteKeyOrder.withPrefix();
    private static final int SLAB = 1024;

    /** Bytes of a block beside those of key and value. */
    private static final int HEADER = 16;

    private final MemoryAccount memory = TestMemory.of(1 << 20, SLAB);
    private Slab slab;
    private RecordBlock block;

    @BeforeEach
    void takeMemory() throws InterruptedException {
        slab = memory.take(SlabKind.HEAP, 1, SLAB).get(0);
        block = new RecordBlock(slab);
    }

    @AfterEach
    void giveMemoryBack() {
        slab.close();
        assertThat(memory.heldBytes()).isZero();
        memory.budget().close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void givesWhatWasAdded(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<ByteRecord> records = records(200, random);
        ByteRecords source = new ByteRecords(records, ORDER, () -> {});
        List<ByteRecord> read = new ArrayList<>();
        source.next();
        boolean more = true;
        while (more) {
            block.clear(0);
            assertThat(block.add(source)).isTrue();
            for (more = source.next(); more && block.add(source); ) {
                more = source.next();
            }
            readAll(read);
        }
        assertThat(read).isEqualTo(records);
    }

    private void readAll(List<ByteRecord> read) {
        boolean first = true;
        while (block.next()) {
            ByteRecord record = ByteRecord.copyOf(block);
            ByteRecord before = first ? null : read.get(read.size() - 1);
            assertThat(block.sameKey())
                    .isEqualTo(before != null && before.keyText().equals(record.keyText()));
            assertThat(block.prefix())
                    .isEqualTo(ORDER.prefix(record.key(), 0, record.key().length));
            read.add(record);
            first = false;
        }
        assertThat(block.next()).isFalse();
    }

    /** Few keys, so that many are those of the record before. */
    private static List<ByteRecord> records(int count, SplittableRandom random) {
        List<ByteRecord> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            records.add(
                    new ByteRecord(
                            new byte[] {(byte) random.nextInt('a', 'd')},
                            ("value" + "x".repeat(random.nextInt(60)) + i)
                                    .getBytes(StandardCharsets.UTF_8)));
        }
        return records;
    }

    @Test
    void aRecordThatJustFitsIsCopiedAndALargerOneIsLent() {
        for (int length : new int[] {SLAB - HEADER - 1, SLAB - HEADER}) {
            block.clear(0);
            ByteRecords source = source(length);
            assertThat(block.add(source)).isTrue();
            assertThat(block.isLent()).isFalse();
            source.next();
            assertThat(block.next()).isTrue();
            assertThat(block.keyBytes()).isSameAs(slab.array());
            assertThat(block.valueLength()).isEqualTo(length - 1);
        }
        block.clear(0);
        ByteRecords source = source(SLAB - HEADER + 1);
        assertThat(block.add(source)).isTrue();
        assertThat(block.isLent()).isTrue();
        assertThat(block.add(source)).isFalse();
        assertThat(block.next()).isTrue();
        assertThat(block.keyBytes()).isSameAs(source.keyBytes());
        assertThat(ByteRecord.copyOf(block)).isEqualTo(ByteRecord.copyOf(source));
        assertThat(block.next()).isFalse();
        block.clear(0);
        assertThat(block.isLent()).isFalse();
        assertThat(block.keyLength()).isZero();
    }

    /** What is refused is in no block, so nothing of the block may have changed. */
    @Test
    void aRecordThatDoesNotFitBesideOthersIsRefused() {
        int half = SLAB / 2 - HEADER;
        ByteRecords fits = source(half);
        ByteRecords tooLarge = source(half + 1);
        block.clear(0);
        assertThat(block.add(fits)).isTrue();
        assertThat(block.add(tooLarge)).isFalse();
        assertThat(block.isLent()).isFalse();
        assertThat(block.add(fits)).isTrue();
        List<ByteRecord> read = new ArrayList<>();
        while (block.next()) {
            read.add(ByteRecord.copyOf(block));
        }
        assertThat(read).hasSize(2).containsOnly(ByteRecord.copyOf(fits));
    }

    @Test
    void progressGrowsFromThatBeforeTheRecordsToThatAfterThem() {
        block.clear(0.25f);
        assertThat(block.progress()).isEqualTo(0.25f);
        for (int i = 0; i < 4; i++) {
            assertThat(block.add(source(10))).isTrue();
        }
        block.fillEnded(0.75f);
        assertThat(block.progress()).isEqualTo(0.25f);
        block.next();
        block.next();
        assertThat(block.progress()).isEqualTo(0.5f);
        block.next();
        block.next();
        assertThat(block.progress()).isEqualTo(0.75f);
    }

    @Test
    void aBlockWithoutRecordsIsAsFarAsItsSource() {
        block.clear(0.25f);
        block.fillEnded(1);
        assertThat(block.next()).isFalse();
        assertThat(block.progress()).isEqualTo(1);
    }

    /** A cursor at a record of so many bytes, one of which is the key. */
    private static ByteRecords source(int length) {
        ByteRecord record =
                new ByteRecord(
                        new byte[] {'k'}, "v".repeat(length - 1).getBytes(StandardCharsets.UTF_8));
        ByteRecords source = new ByteRecords(List.of(record), ORDER, () -> {});
        source.next();
        return source;
    }
}
