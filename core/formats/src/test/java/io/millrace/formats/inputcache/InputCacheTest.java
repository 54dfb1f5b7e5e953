package io.millrace.formats.inputcache;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.memory.MemoryBudget;
import io.millrace.engine.memory.MemoryUse;
import io.millrace.engine.memory.Slab;
import io.millrace.engine.memory.SlabKind;
import io.millrace.formats.registry.JobFormats;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.Test;

/** What is kept, for how long, and what it gives way to. */
class InputCacheTest {

    private static final int SPAN = 16 << 10;
    private static final int SLABS = 6;

    private final MemoryBudget budget = new MemoryBudget((long) (SLABS + 4) * SPAN, SPAN, 2 * SPAN);
    private final InputCache cache = new InputCache();

    InputCacheTest() {
        cache.attach(budget);
    }

    @Test
    void recordsAreFoundAgainAsTheyWere() throws Exception {
        cache.keep(key("a"), packed(1), 1);
        CachedSplit found = Objects.requireNonNull(cache.lend(key("a"), 2));
        try (RecordUnpacker reading =
                new RecordUnpacker(
                        cache, found, new JobConf(), JobFormats.in(new JobConf()::get))) {
            assertThat(reading.next()).isTrue();
            assertThat(reading.key(reading.newKey())).isEqualTo(new IntWritable(7));
            assertThat(reading.value(reading.newValue())).isEqualTo(new Text("seven"));
            assertThat(reading.next()).isFalse();
            assertThat(reading.progress()).isEqualTo(1);
        }
        assertThat(cache.lend(key("b"), 2)).isNull();
        cache.detach();
        assertThat(budget.heldBytes()).isZero();
    }

    @Test
    void whoeverNeedsMemoryGetsAllThatIsNotBeingRead() throws Exception {
        for (int i = 0; i < SLABS; i++) {
            cache.keep(key("f" + i), packed(1), 1);
        }
        CachedSplit read = Objects.requireNonNull(cache.lend(key("f2"), 2));
        List<Slab> taken = new ArrayList<>();
        for (Slab slab = slab(); slab != null; slab = slab()) {
            taken.add(slab);
        }
        assertThat(taken.size()).isGreaterThanOrEqualTo(SLABS - 1);
        assertThat(cache.lend(key("f1"), 2)).isNull();
        assertThat(cache.reclaimableBytes()).isZero();
        cache.lendingEnds(read);
        assertThat(cache.reclaimableBytes()).isPositive();
        assertThat(cache.reclaim()).isPositive();
        taken.forEach(Slab::close);
        assertThat(budget.heldBytes()).isZero();
    }

    private Slab slab() throws InterruptedException {
        return budget.account(MemoryUse.MAP_OUTPUT, "a job")
                .tryTake(SlabKind.HEAP, budget.slabBytes());
    }

    @Test
    void itsOwnNewInputTakesNothingFromThatOfRecentJobs() throws Exception {
        List<CachedSplit> fit = new ArrayList<>();
        int job = 1;
        for (Slab slab = cache.take(1, job); slab != null; slab = cache.take(1, job)) {
            slab.close();
            CachedSplit input = packed(job);
            fit.add(input);
            cache.keep(key("f" + fit.size()), input, job);
        }
        assertThat(fit).hasSizeGreaterThanOrEqualTo(SLABS);
        assertThat(cache.take(1, 8)).isNull();
        assertThat(fit).allMatch(input -> !input.dropped);

        Slab slab =
                Objects.requireNonNull(cache.take(1, 9), "what no job used for so long gives way");
        slab.close();
        assertThat(fit.stream().filter(input -> input.dropped)).hasSize(1);
        assertThat(fit.get(fit.size() - 1).dropped).as("the one used last, by that job").isTrue();
        cache.detach();
        assertThat(budget.heldBytes()).isZero();
    }

    @Test
    void whatIsDroppedWhileItIsReadIsGivenBackAfterwards() throws Exception {
        cache.keep(key("a"), packed(1), 1);
        CachedSplit read = Objects.requireNonNull(cache.lend(key("a"), 1));
        cache.detach();
        assertThat(budget.heldBytes()).isPositive();
        assertThat(read.records().read().next()).isTrue();
        cache.lendingEnds(read);
        assertThat(budget.heldBytes()).isZero();
        assertThat(cache.take(1, 2)).as("without an engine").isNull();
    }

    @Test
    void twoThatReadTheSameAtOnceKeepItOnce() throws Exception {
        cache.keep(key("a"), packed(1), 1);
        long once = budget.heldBytes();
        cache.keep(key("a"), packed(1), 1);
        assertThat(budget.heldBytes()).isEqualTo(once);
        cache.clear();
        assertThat(budget.heldBytes()).isZero();
    }

    private CachedSplit packed(int job) throws Exception {
        try (RecordPacker packer =
                new RecordPacker(new JobConf(), bytes -> cache.take(bytes, job))) {
            assertThat(packer.add(new IntWritable(7), new Text("seven"))).isNull();
            return new CachedSplit(
                    packer.packed(),
                    new RecordTraits(
                            packer.keyType().getName(),
                            packer.valueType().getName(),
                            true,
                            true,
                            true));
        }
    }

    private static InputKey key(String path) {
        return new InputKey("user", "format", path, 0, 10, "now", "", "settings");
    }
}
