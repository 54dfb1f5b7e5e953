package io.millrace.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.config.BadSettingException;
import io.millrace.engine.config.Settings;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MemorySizeTest {

    private static final int MB = 1024 * 1024;
    private static final long HEAP = 1024L * MB;

    @Test
    void unsetItIsSixtyPercentOfTheFreeHeap() {
        MemorySize size = MemorySize.of(Settings.DEFAULTS, 2, 2, HEAP, 500L * MB);
        assertThat(size.maxBytes()).isBetween(299L * MB, 300L * MB);
        assertThat(size.slabBytes()).isEqualTo(MB);
        assertThat(size.floorBytes()).isEqualTo(16L * MB);
    }

    @Test
    void slabsShrinkUntilTheSlotsHaveTheirFloor() {
        MemorySize size = MemorySize.of(Map.of("millrace.memory.max", "2m")::get, 2, 2, HEAP, HEAP);
        assertThat(size.slabBytes()).isEqualTo(64 * 1024);
        assertThat(size.floorBytes() + 2L * size.slabBytes()).isLessThanOrEqualTo(2L * MB);
    }

    @Test
    void aConfiguredSlabSizeStaysAndTheMessageSaysWhatIsNeeded() {
        var settings = Map.of("millrace.memory.max", "2m", "millrace.memory.slab.size", "1m");
        assertThatThrownBy(() -> MemorySize.of(settings::get, 2, 2, HEAP, HEAP))
                .isInstanceOf(BadSettingException.class)
                .hasMessage(
                        "millrace.memory.max is 2 MB; allowed: at least 18 MB for 2 map and 2 reduce threads with"
                                + " slabs of 1 MB (millrace.memory.slab.size)");
    }

    @Test
    void tooManyThreadsForTheMemoryAreRefused() {
        assertThatThrownBy(() ->
                        MemorySize.of(
                                Map.of("millrace.memory.max", "1m")::get, 100, 100, HEAP, HEAP))
                .hasMessageContaining(
                        "allowed: at least 3208 KB for 100 map and 100 reduce threads");
    }

    @Test
    void aSlabSizeIsAPowerOfTwo() {
        assertThatThrownBy(() ->
                        MemorySize.of(
                                Map.of("millrace.memory.slab.size", "100k")::get, 2, 2, HEAP, HEAP))
                .hasMessage(
                        "millrace.memory.slab.size is 100 KB; allowed: a power of two, for instance 64 KB or 128 KB");
    }

    @Test
    void moreThanTheHeapIsRefusedUnlessSlabsAreNative() {
        assertThatThrownBy(() ->
                        MemorySize.of(Map.of("millrace.memory.max", "2g")::get, 2, 2, HEAP, HEAP))
                .hasMessageContaining("at most the heap of this JVM, 1 GB");
        var off = Map.of("millrace.memory.max", "2g", "millrace.memory.slab.kind", "native");
        assertThat(MemorySize.of(off::get, 2, 2, HEAP, HEAP).maxBytes()).isEqualTo(2 * HEAP);
    }
}
