package io.millrace.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.config.BadSettingException;
import io.millrace.engine.config.Settings;
import io.millrace.engine.memory.SlabKind;
import io.millrace.engine.plan.JobShape.CombinerUse;
import io.millrace.engine.plan.JobShape.Trait;
import io.millrace.engine.plan.PartialReduction.Kind;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PlannerTest {

    private static final int MB = 1024 * 1024;
    private static final JobShape PLAIN =
            JobShape.of(100, 50).with(Trait.PREFIXED, Trait.DISTINGUISHES);
    private static final JobShape COMBINING =
            JobShape.of(100, 50)
                    .combining(CombinerUse.FOLDED)
                    .with(Trait.PREFIXED, Trait.DISTINGUISHES);

    private final Planner planner = new Planner(8, 4, 6, 800L * MB, MB);

    private Plan plan(JobShape shape, String... keysAndValues) {
        Map<String, String> settings = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            settings.put("millrace." + keysAndValues[i], keysAndValues[i + 1]);
        }
        return planner.plan(shape, settings::get);
    }

    @Test
    void aKnownPartialReducerWorksInTheTableOfAJobWithoutCombiner() {
        JobShape known =
                JobShape.of(100, 50)
                        .with(Trait.PREFIXED, Trait.DISTINGUISHES)
                        .reducingPartially(PartialReduction.of(Kind.FOLDED));
        Plan plan = plan(known);
        assertThat(plan.value(EngineKeys.COLLECTOR)).isEqualTo(CollectorKind.HASH);
        assertThat(plan.choice(EngineKeys.COLLECTOR).reason())
                .isEqualTo("the partial reducer's work is known: it is done as records come");
        assertThat(plan(known, "partial.reduce", "never").value(EngineKeys.COLLECTOR))
                .isEqualTo(CollectorKind.GROUP);
        JobShape combining =
                JobShape.of(100, 50)
                        .combining(CombinerUse.CALLED)
                        .with(Trait.PREFIXED, Trait.DISTINGUISHES)
                        .reducingPartially(PartialReduction.of(Kind.FOLDED));
        assertThat(plan(combining).value(EngineKeys.COLLECTOR)).isEqualTo(CollectorKind.GROUP);
    }

    @Test
    void runsAreCompressedOnDiskWhereTheJobOrTheKeySaysSo() {
        JobShape compressing =
                JobShape.of(100, 50).with(Trait.PREFIXED, Trait.DISTINGUISHES, Trait.COMPRESSES);
        assertThat(plan(PLAIN).choice(EngineKeys.SPILL_COMPRESSION).value())
                .isEqualTo(RunCompression.NONE);
        assertThat(plan(compressing).choice(EngineKeys.SPILL_COMPRESSION).value())
                .isEqualTo(RunCompression.LZ4);
        assertThat(
                        plan(compressing, "spill.compression", "none")
                                .choice(EngineKeys.SPILL_COMPRESSION))
                .isEqualTo(
                        new Choice<>(
                                "spill.compression",
                                RunCompression.NONE,
                                "set by millrace.spill.compression"));
    }

    private Choice<PartialReduceMode> partial(@Nullable String obstacle, String... settings) {
        JobShape shape =
                JobShape.of(100, 50)
                        .with(Trait.PREFIXED, Trait.DISTINGUISHES)
                        .reducingPartially(
                                obstacle == null
                                        ? PartialReduction.NONE
                                        : PartialReduction.of(Kind.CALLED).unless(obstacle));
        return plan(shape, settings).choice(EngineKeys.PARTIAL_REDUCE);
    }

    @Test
    void aPartialReducerRunsWhereItIsNamedAndNothingKeepsIt() {
        assertThat(partial(""))
                .isEqualTo(
                        new Choice<>(
                                "partial.reduce",
                                PartialReduceMode.EAGER,
                                "the job names a partial reducer"));
        assertThat(partial(null).reason()).isEqualTo("the job names no partial reducer");
        assertThat(partial("some reason"))
                .isEqualTo(new Choice<>("partial.reduce", PartialReduceMode.NEVER, "some reason"));
        assertThat(partial("", "partial.reduce", "never").reason())
                .isEqualTo("set by millrace.partial.reduce");
        assertThat(partial("", "shuffle.kind", "push").reason())
                .isEqualTo("millrace.shuffle.kind is not pull");
        assertThat(partial("", "sort.ties", "hadoop").reason())
                .isEqualTo("millrace.sort.ties is hadoop");
    }

    private Choice<PartialReduceMode> serving(boolean distinguishes, String... settings) {
        JobShape shape =
                JobShape.of(100, 50)
                        .combining(CombinerUse.FOLDED)
                        .with(Trait.PREFIXED)
                        .with(Trait.DISTINGUISHES, distinguishes)
                        .reducingPartially(PartialReduction.of(Kind.COMBINER));
        return plan(shape, settings).choice(EngineKeys.PARTIAL_REDUCE);
    }

    @Test
    void recordsThatLeaveEarlyAreSortedEarly() {
        assertThat(plan(PLAIN).choice(EngineKeys.SORT_SPLIT).value()).isEqualTo(32 << 20);
        assertThat(plan(PLAIN.with(Trait.LEAVES_EARLY)).choice(EngineKeys.SORT_SPLIT))
                .isEqualTo(
                        new Choice<>(
                                "sort.split.size",
                                8L << 20,
                                "default for map output that leaves while its task runs"));
        assertThat(
                        plan(PLAIN.with(Trait.LEAVES_EARLY), "sort.split.size", "16MB")
                                .choice(EngineKeys.SORT_SPLIT)
                                .value())
                .isEqualTo(16 << 20);
    }

    @Test
    void aCombinerThatServesWorksAgainWhenMemoryIsShort() {
        assertThat(serving(true))
                .isEqualTo(
                        new Choice<>(
                                "partial.reduce",
                                PartialReduceMode.SHORT,
                                "combiner and reducer fold integers alike, so the combiner may work"
                                        + " again"));
        assertThat(serving(true, "partial.reduce", "eager").value())
                .isEqualTo(PartialReduceMode.EAGER);
        assertThat(serving(true, "partial.reduce", "never").reason())
                .isEqualTo("set by millrace.partial.reduce");
        assertThat(serving(true, "combiner", "never").reason())
                .isEqualTo("millrace.combiner is never");
        assertThat(serving(false).value()).isEqualTo(PartialReduceMode.NEVER);
        assertThat(plan(COMBINING).choice(EngineKeys.PARTIAL_REDUCE).reason())
                .isEqualTo(
                        "the job names no partial reducer, and its combiner cannot serve as one");
        assertThat(partial("", "partial.reduce", "short").value())
                .isEqualTo(PartialReduceMode.SHORT);
    }

    @Test
    void badControlsOfPartialReduceAreRefused() {
        assertThatThrownBy(() -> partial("", "partial.start.threshold", "4,0"))
                .hasMessageContaining("millrace.partial.start.threshold")
                .hasMessageContaining("4,0");
        assertThatThrownBy(() -> partial("", "partial.stop.fraction", "1.5"))
                .hasMessageContaining("millrace.partial.stop.fraction")
                .hasMessageContaining("0 to 1");
    }

    @Test
    void aJobMayAllowFewerTasksAtOnceThanThereAreSlots() {
        Plan plan =
                plan(JobShape.of(100, 50).limited(1, 2).with(Trait.PREFIXED, Trait.DISTINGUISHES));
        assertThat(plan.choice(EngineKeys.MAP_THREADS))
                .isEqualTo(new Choice<>("map.threads", 1, "the job allows no more at once"));
        assertThat(plan.value(EngineKeys.REDUCE_THREADS)).isEqualTo(2);
        assertThat(
                        plan(JobShape.of(1, 1)
                                        .limited(9, 9)
                                        .with(Trait.PREFIXED, Trait.DISTINGUISHES))
                                .choice(EngineKeys.MAP_THREADS)
                                .reason())
                .isEqualTo("as many as map tasks");
    }

    @Test
    void theMergeRunsAheadWhereReduceTasksLeaveThreadsIdle() {
        JobShape one = JobShape.of(100, 1).with(Trait.PREFIXED, Trait.DISTINGUISHES);
        JobShape compared = JobShape.of(100, 1);
        assertThat(plan(PLAIN).choice(EngineKeys.MERGE_MODE).value()).isEqualTo(MergeMode.INLINE);
        assertThat(plan(PLAIN, "merge.mode", "ahead").choice(EngineKeys.MERGE_MODE).value())
                .isEqualTo(MergeMode.AHEAD);
        assertThat(plan(one).choice(EngineKeys.MERGE_MODE).value()).isEqualTo(MergeMode.AHEAD);
        assertThat(plan(one, "merge.mode", "inline").choice(EngineKeys.MERGE_MODE).value())
                .isEqualTo(MergeMode.INLINE);
        assertThat(plan(compared, "merge.mode", "ahead").choice(EngineKeys.MERGE_MODE))
                .isEqualTo(
                        new Choice<>(
                                "merge.mode",
                                MergeMode.INLINE,
                                "millrace.merge.mode asks for ahead, but the job's comparator"
                                        + " stays on the reducer's thread"));
    }

    @Test
    void nothingIsLeftToChoose() {
        Plan plan = planner.plan(PLAIN, Settings.DEFAULTS);
        assertThat(plan.value(EngineKeys.SHUFFLE_KIND)).isEqualTo(ShuffleKind.PULL);
        assertThat(plan.value(EngineKeys.SLAB_KIND)).isEqualTo(SlabKind.HEAP);
        assertThat(plan.value(EngineKeys.COLLECTOR)).isEqualTo(CollectorKind.GROUP);
        assertThat(plan.value(EngineKeys.COMBINE)).isEqualTo(CombineMode.NEVER);
        assertThat(plan.choices()).allSatisfy(choice -> assertThat(choice.reason()).isNotBlank());
    }

    @Test
    void eachChoiceIsNamedAfterItsKey() {
        assertThat(planner.plan(PLAIN, Settings.DEFAULTS).choices())
                .allSatisfy(choice ->
                        assertThat(EngineKeys.ALL)
                                .anyMatch(key -> key.name().equals("millrace." + choice.name())));
    }

    @Test
    void slotsAreAllThreadsButNotMoreThanTasks() {
        Plan plan = plan(JobShape.of(3, 50).with(Trait.PREFIXED, Trait.DISTINGUISHES));
        assertThat(plan.choice(EngineKeys.MAP_THREADS))
                .isEqualTo(new Choice<>("map.threads", 3, "as many as map tasks"));
        assertThat(plan.value(EngineKeys.SORT_THREADS)).isEqualTo(4);
        assertThat(plan.value(EngineKeys.REDUCE_THREADS)).isEqualTo(6);
    }

    @Test
    void aJobMayAskForFewerThreadsButNotForMore() {
        assertThat(plan(PLAIN, "map.threads", "2").choice(EngineKeys.MAP_THREADS))
                .isEqualTo(new Choice<>("map.threads", 2, "set by millrace.map.threads"));
        assertThat(plan(PLAIN, "map.threads", "20").choice(EngineKeys.MAP_THREADS).value())
                .isEqualTo(8);
        assertThat(plan(PLAIN, "map.threads", "20").choice(EngineKeys.MAP_THREADS).reason())
                .isEqualTo("millrace.map.threads asks for 20, the engine was opened with 8");
    }

    @Test
    void aJobWithoutTasksStillHasASlot() {
        assertThat(plan(JobShape.of(0, 0)).choice(EngineKeys.MAP_THREADS).value()).isEqualTo(1);
    }

    @Test
    void nativeSlabsNeedAPrefix() {
        assertThat(plan(PLAIN, "memory.slab.kind", "native").choice(EngineKeys.SLAB_KIND).value())
                .isEqualTo(SlabKind.NATIVE);
        Choice<SlabKind> choice =
                plan(JobShape.of(1, 1), "memory.slab.kind", "native").choice(EngineKeys.SLAB_KIND);
        assertThat(choice.value()).isEqualTo(SlabKind.HEAP);
        assertThat(choice.reason()).contains("the job's comparator needs byte arrays");
    }

    @Test
    void whatIsSetIsTakenAndSaidToBeSet() {
        Plan plan =
                plan(
                        COMBINING,
                        "shuffle.kind",
                        "hybrid",
                        "shuffle.lock",
                        "ttas",
                        "shuffle.hybrid.streams",
                        "3",
                        "collector.kind",
                        "sort",
                        "combiner",
                        "always",
                        "sort.split.size",
                        "64k",
                        "merge.factor",
                        "7");
        assertThat(plan.value(EngineKeys.SHUFFLE_KIND)).isEqualTo(ShuffleKind.HYBRID);
        assertThat(plan.value(EngineKeys.SHUFFLE_LOCK)).isEqualTo(LockKind.TTAS);
        assertThat(plan.value(EngineKeys.HYBRID_STREAMS)).isEqualTo(3);
        assertThat(plan.value(EngineKeys.COLLECTOR)).isEqualTo(CollectorKind.SORT);
        assertThat(plan.value(EngineKeys.COMBINE)).isEqualTo(CombineMode.ALWAYS);
        assertThat(plan.value(EngineKeys.SORT_SPLIT)).isEqualTo(64 * 1024L);
        assertThat(plan.value(EngineKeys.MERGE_FACTOR)).isEqualTo(7);
        assertThat(plan.choice(EngineKeys.SHUFFLE_KIND).reason())
                .isEqualTo("set by millrace.shuffle.kind");
        assertThat(plan.choice(EngineKeys.MERGE_FACTOR).reason())
                .isEqualTo("set by millrace.merge.factor");
    }

    @Test
    void pushHasOneStreamWhateverIsSetForHybrid() {
        assertThat(
                        plan(PLAIN, "shuffle.kind", "push", "shuffle.hybrid.streams", "5")
                                .choice(EngineKeys.HYBRID_STREAMS)
                                .value())
                .isEqualTo(1);
    }

    @Test
    void aCombinerWhoseWorkIsKnownIsReplacedByATable() {
        assertThat(plan(COMBINING).choice(EngineKeys.COLLECTOR).value())
                .isEqualTo(CollectorKind.HASH);
        assertThat(plan(COMBINING, "combiner", "never").choice(EngineKeys.COLLECTOR).value())
                .isEqualTo(CollectorKind.GROUP);
        assertThat(plan(COMBINING, "collector.kind", "group").choice(EngineKeys.COLLECTOR).value())
                .isEqualTo(CollectorKind.GROUP);
    }

    @Test
    void valuesOfAKeyStayTogetherForACombinerThatIsNotKnown() {
        JobShape unknown =
                JobShape.of(1, 1)
                        .combining(CombinerUse.CALLED)
                        .with(Trait.PREFIXED, Trait.DISTINGUISHES);
        assertThat(plan(unknown).choice(EngineKeys.COLLECTOR).value())
                .isEqualTo(CollectorKind.GROUP);
        assertThat(plan(unknown, "shuffle.kind", "push").choice(EngineKeys.COLLECTOR).value())
                .isEqualTo(CollectorKind.GROUP);
        Choice<CollectorKind> asked =
                plan(unknown, "collector.kind", "hash").choice(EngineKeys.COLLECTOR);
        assertThat(asked.value()).isEqualTo(CollectorKind.SORT);
        assertThat(asked.reason())
                .isEqualTo(
                        "millrace.collector.kind asks for hash, but only the job's combiner knows"
                                + " what it does");
    }

    @Test
    void valuesOfAKeyStayTogetherWithoutACombiner() {
        assertThat(plan(PLAIN).choice(EngineKeys.COLLECTOR).value()).isEqualTo(CollectorKind.GROUP);
        assertThat(plan(PLAIN, "collector.kind", "sort").choice(EngineKeys.COLLECTOR).value())
                .isEqualTo(CollectorKind.SORT);
    }

    @Test
    void keysWhoseEqualsDifferInBytesAreSorted() {
        JobShape mixed = JobShape.of(100, 50).with(Trait.PREFIXED);
        Choice<CollectorKind> choice =
                plan(mixed, "collector.kind", "group").choice(EngineKeys.COLLECTOR);
        assertThat(choice.value()).isEqualTo(CollectorKind.SORT);
        assertThat(choice.reason())
                .isEqualTo(
                        "millrace.collector.kind asks for group, but the job's comparator may"
                                + " treat keys with different bytes as equal");
    }

    @Test
    void pushedRecordsAreNotKeptTogether() {
        Choice<CollectorKind> choice =
                plan(PLAIN, "shuffle.kind", "push").choice(EngineKeys.COLLECTOR);
        assertThat(choice.value()).isEqualTo(CollectorKind.SORT);
        assertThat(choice.reason()).isEqualTo("records are pushed one by one");
    }

    @Test
    void aTableWithoutACombinerIsASortWithAReason() {
        Choice<CollectorKind> choice =
                plan(PLAIN, "collector.kind", "hash").choice(EngineKeys.COLLECTOR);
        assertThat(choice.value()).isEqualTo(CollectorKind.SORT);
        assertThat(choice.reason())
                .isEqualTo("millrace.collector.kind asks for hash, but the job has no combiner");
    }

    @Test
    void aTableWhoseCombinerMustNotRunIsRefused() {
        assertThatThrownBy(() -> plan(COMBINING, "collector.kind", "hash", "combiner", "never"))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContaining("millrace.collector.kind is hash")
                .hasMessageContaining("allowed with never: auto, sort, group");
    }

    @Test
    void badValuesAreRefused() {
        assertThatThrownBy(() -> plan(PLAIN, "shuffle.kind", "teleport"))
                .hasMessage("millrace.shuffle.kind is teleport; allowed: auto, pull, push, hybrid");
    }

    @Test
    void aSortPieceIsAtMostASlotsShareOfTheMemory() {
        Planner small = new Planner(2, 2, 2, 4L * MB, 64 * 1024);
        Choice<Long> choice = small.plan(PLAIN, Settings.DEFAULTS).choice(EngineKeys.SORT_SPLIT);
        assertThat(choice.value()).isEqualTo((long) MB);
        assertThat(choice.reason())
                .isEqualTo("default is 32 MB, but this is one slot's share of the memory");
    }

    @Test
    void theMergeFactorFollowsTheMemoryWithinBounds() {
        assertThat(
                        new Planner(1, 1, 1, 64L * MB, MB)
                                .plan(PLAIN, Settings.DEFAULTS)
                                .choice(EngineKeys.MERGE_FACTOR)
                                .value())
                .isEqualTo(64);
        assertThat(
                        new Planner(8, 8, 8, MB, 4096)
                                .plan(PLAIN, Settings.DEFAULTS)
                                .choice(EngineKeys.MERGE_FACTOR)
                                .value())
                .isEqualTo(4);
        assertThat(
                        new Planner(1, 1, 1, 4096L * MB, MB)
                                .plan(PLAIN, Settings.DEFAULTS)
                                .choice(EngineKeys.MERGE_FACTOR)
                                .value())
                .isEqualTo(256);
    }

    @Test
    void hadoopsOrderOfEqualKeysLeavesOneWayToCollect() {
        assertThat(plan(PLAIN).choice(EngineKeys.SORT_TIES).value()).isEqualTo(Ties.EMISSION);
        Plan plan =
                plan(
                        PLAIN,
                        "sort.ties",
                        "hadoop",
                        "shuffle.kind",
                        "push",
                        "collector.kind",
                        "sort");
        assertThat(plan.choice(EngineKeys.SORT_TIES))
                .isEqualTo(new Choice<>("sort.ties", Ties.HADOOP, "set by millrace.sort.ties"));
        assertThat(plan.value(EngineKeys.SLAB_KIND)).isEqualTo(SlabKind.HEAP);
        assertThat(plan.choice(EngineKeys.SHUFFLE_KIND))
                .isEqualTo(
                        new Choice<>(
                                "shuffle.kind",
                                ShuffleKind.PULL,
                                "in spite of millrace.shuffle.kind: millrace.sort.ties is hadoop,"
                                        + " which sorts each spill as a whole"));
        assertThat(plan.choice(EngineKeys.COLLECTOR).reason())
                .isEqualTo("millrace.sort.ties is hadoop, which sorts each spill as a whole");
    }
}
