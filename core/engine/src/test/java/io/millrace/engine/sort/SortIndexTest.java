package io.millrace.engine.sort;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.memory.MemoryAccount;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.testing.TestMemory;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SortIndexTest {

    private static final int ENTRIES = 64;
    private static final int SLAB = ENTRIES * SortIndex.ENTRY_BYTES;

    private final MemoryAccount memory = TestMemory.of(1 << 20, SLAB);

    @AfterEach
    void nothingIsHeld() {
        assertThat(memory.heldBytes()).isZero();
        memory.budget().close();
    }

    @Test
    void hasRoomForAsManyEntriesAsFitTheSlab() throws InterruptedException {
        try (SortIndex index = new SortIndex(slab(SlabKind.HEAP))) {
            for (int i = 0; i < ENTRIES; i++) {
                assertThat(index.isFull()).isFalse();
                index.add(i, i, i);
            }
            assertThat(index.isFull()).isTrue();
            assertThat(index.size()).isEqualTo(ENTRIES);
            assertThat(index.bytes()).isEqualTo(SLAB);
        }
    }

    @ParameterizedTest
    @EnumSource(SlabKind.class)
    void aPartOfAnEntryChangesAlone(SlabKind kind) throws InterruptedException {
        Random random = new Random(1);
        try (SortIndex index = new SortIndex(slab(kind))) {
            for (int i = 0; i < ENTRIES; i++) {
                index.add(i, i + 1, ~i);
            }
            for (int i = 0; i < ENTRIES; i++) {
                long prefix = random.nextLong();
                int address = random.nextInt();
                index.setPrefix(i, prefix);
                index.setAddress(i, address);
                assertThat(index.prefix(i)).isEqualTo(prefix);
                assertThat(index.partition(i)).isEqualTo(i + 1);
                assertThat(index.address(i)).isEqualTo(address);
                for (int other = i + 1; other < ENTRIES; other++) {
                    assertThat(index.prefix(other)).isEqualTo(other);
                    assertThat(index.partition(other)).isEqualTo(other + 1);
                    assertThat(index.address(other)).isEqualTo(~other);
                }
            }
        }
    }

    @Test
    void movesItsEntriesAndGivesItsSlabBack() throws InterruptedException {
        SortIndex index = new SortIndex(slab(SlabKind.HEAP));
        for (int i = 0; i < ENTRIES; i++) {
            index.add(~i, i, 2 * i);
        }
        long own = memory.heldBytes();
        Slab larger = memory.take(SlabKind.HEAP, 1, 2 * SLAB).get(0);
        long both = memory.heldBytes();
        try (SortIndex moved = index.moveTo(larger)) {
            assertThat(memory.heldBytes()).isEqualTo(both - own);
            assertThat(moved.size()).isEqualTo(ENTRIES);
            assertThat(moved.isFull()).isFalse();
            for (int i = 0; i < ENTRIES; i++) {
                assertThat(moved.prefix(i)).isEqualTo(~i);
                assertThat(moved.partition(i)).isEqualTo(i);
                assertThat(moved.address(i)).isEqualTo(2 * i);
            }
        }
    }

    private Slab slab(SlabKind kind) throws InterruptedException {
        return memory.take(kind, 1, SLAB).get(0);
    }
}
