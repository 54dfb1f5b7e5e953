package io.millrace.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.config.BadSettingException;
import io.millrace.engine.config.Settings;
import io.millrace.engine.memory.SlabKind;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlannerTest {

    private static final int MB = 1024 * 1024;
    private static final JobShape PLAIN =
            new JobShape(100, 50, 0, false, false, true, true, false, 0, 0);
    private static final JobShape COMBINING =
            new JobShape(100, 50, 0, true, true, true, true, false, 0, 0);

    private final Planner planner = new Planner(8, 4, 6, 800L * MB, MB);

    private Plan plan(JobShape shape, String... keysAndValues) {
        Map<String, String> settings = new HashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            settings.put("millrace." + keysAndValues[i], keysAndValues[i + 1]);
        }
        return planner.plan(shape, settings::get);
    }

    @Test
    void runsAreCompressedOnDiskWhereTheJobOrTheKeySaysSo() {
        JobShape compressing = new JobShape(100, 50, 0, false, false, true, true, true, 0, 0);
        assertThat(plan(PLAIN).spillCompression().value()).isEqualTo(SpillCompression.NONE);
        assertThat(plan(compressing).spillCompression().value()).isEqualTo(SpillCompression.LZ4);
        assertThat(plan(compressing, "spill.compression", "none").spillCompression())
                .isEqualTo(
                        new Choice<>(
                                "spill.compression",
                                SpillCompression.NONE,
                                "set by millrace.spill.compression"));
    }

    @Test
    void aJobMayAllowFewerTasksAtOnceThanThereAreSlots() {
        Plan plan = plan(new JobShape(100, 50, 0, false, false, true, true, false, 1, 2));
        assertThat(plan.mapSlots())
                .isEqualTo(new Choice<>("map.threads", 1, "the job allows no more at once"));
        assertThat(plan.reduceSlots().value()).isEqualTo(2);
        assertThat(
                        plan(new JobShape(1, 1, 0, false, false, true, true, false, 9, 9))
                                .mapSlots()
                                .reason())
                .isEqualTo("as many as map tasks");
    }

    @Test
    void theMergeRunsAheadWhereReduceTasksLeaveThreadsIdle() {
        JobShape one = new JobShape(100, 1, 0, false, false, true, true, false, 0, 0);
        JobShape compared = new JobShape(100, 1, 0, false, false, false, false, false, 0, 0);
        assertThat(plan(PLAIN).mergeMode().value()).isEqualTo(MergeMode.INLINE);
        assertThat(plan(PLAIN, "merge.mode", "ahead").mergeMode().value())
                .isEqualTo(MergeMode.AHEAD);
        assertThat(plan(one).mergeMode().value()).isEqualTo(MergeMode.AHEAD);
        assertThat(plan(one, "merge.mode", "inline").mergeMode().value())
                .isEqualTo(MergeMode.INLINE);
        assertThat(plan(compared, "merge.mode", "ahead").mergeMode())
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
        assertThat(plan.shuffle().value()).isEqualTo(ShuffleKind.PULL);
        assertThat(plan.slabKind().value()).isEqualTo(SlabKind.HEAP);
        assertThat(plan.collector().value()).isEqualTo(CollectorKind.GROUP);
        assertThat(plan.combine().value()).isEqualTo(CombineMode.NEVER);
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
        Plan plan = plan(new JobShape(3, 50, 0, false, false, true, true, false, 0, 0));
        assertThat(plan.mapSlots())
                .isEqualTo(new Choice<>("map.threads", 3, "as many as map tasks"));
        assertThat(plan.sortSlots().value()).isEqualTo(4);
        assertThat(plan.reduceSlots().value()).isEqualTo(6);
    }

    @Test
    void aJobMayAskForFewerThreadsButNotForMore() {
        assertThat(plan(PLAIN, "map.threads", "2").mapSlots())
                .isEqualTo(new Choice<>("map.threads", 2, "set by millrace.map.threads"));
        assertThat(plan(PLAIN, "map.threads", "20").mapSlots().value()).isEqualTo(8);
        assertThat(plan(PLAIN, "map.threads", "20").mapSlots().reason())
                .isEqualTo("millrace.map.threads asks for 20, the engine was opened with 8");
    }

    @Test
    void aJobWithoutTasksStillHasASlot() {
        assertThat(
                        plan(new JobShape(0, 0, 0, false, false, false, false, false, 0, 0))
                                .mapSlots()
                                .value())
                .isEqualTo(1);
    }

    @Test
    void nativeSlabsNeedAPrefix() {
        assertThat(plan(PLAIN, "memory.slab.kind", "native").slabKind().value())
                .isEqualTo(SlabKind.NATIVE);
        Choice<SlabKind> choice =
                plan(
                                new JobShape(1, 1, 0, false, false, false, false, false, 0, 0),
                                "memory.slab.kind",
                                "native")
                        .slabKind();
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
        assertThat(plan.shuffle().value()).isEqualTo(ShuffleKind.HYBRID);
        assertThat(plan.lock().value()).isEqualTo(LockKind.TTAS);
        assertThat(plan.streamsPerReducer().value()).isEqualTo(3);
        assertThat(plan.collector().value()).isEqualTo(CollectorKind.SORT);
        assertThat(plan.combine().value()).isEqualTo(CombineMode.ALWAYS);
        assertThat(plan.sortSplitBytes().value()).isEqualTo(64 * 1024);
        assertThat(plan.mergeFactor().value()).isEqualTo(7);
        assertThat(plan.shuffle().reason()).isEqualTo("set by millrace.shuffle.kind");
        assertThat(plan.mergeFactor().reason()).isEqualTo("set by millrace.merge.factor");
    }

    @Test
    void pushHasOneStreamWhateverIsSetForHybrid() {
        assertThat(
                        plan(PLAIN, "shuffle.kind", "push", "shuffle.hybrid.streams", "5")
                                .streamsPerReducer()
                                .value())
                .isEqualTo(1);
    }

    @Test
    void aCombinerWhoseWorkIsKnownIsReplacedByATable() {
        assertThat(plan(COMBINING).collector().value()).isEqualTo(CollectorKind.HASH);
        assertThat(plan(COMBINING, "combiner", "never").collector().value())
                .isEqualTo(CollectorKind.GROUP);
        assertThat(plan(COMBINING, "collector.kind", "group").collector().value())
                .isEqualTo(CollectorKind.GROUP);
    }

    @Test
    void valuesOfAKeyStayTogetherForACombinerThatIsNotKnown() {
        JobShape unknown = new JobShape(1, 1, 0, true, false, true, true, false, 0, 0);
        assertThat(plan(unknown).collector().value()).isEqualTo(CollectorKind.GROUP);
        assertThat(plan(unknown, "shuffle.kind", "push").collector().value())
                .isEqualTo(CollectorKind.GROUP);
        Choice<CollectorKind> asked = plan(unknown, "collector.kind", "hash").collector();
        assertThat(asked.value()).isEqualTo(CollectorKind.SORT);
        assertThat(asked.reason())
                .isEqualTo(
                        "millrace.collector.kind asks for hash, but only the job's combiner knows"
                                + " what it does");
    }

    @Test
    void valuesOfAKeyStayTogetherWithoutACombiner() {
        assertThat(plan(PLAIN).collector().value()).isEqualTo(CollectorKind.GROUP);
        assertThat(plan(PLAIN, "collector.kind", "sort").collector().value())
                .isEqualTo(CollectorKind.SORT);
    }

    @Test
    void keysWhoseEqualsDifferInBytesAreSorted() {
        JobShape mixed = new JobShape(100, 50, 0, false, false, true, false, false, 0, 0);
        Choice<CollectorKind> choice = plan(mixed, "collector.kind", "group").collector();
        assertThat(choice.value()).isEqualTo(CollectorKind.SORT);
        assertThat(choice.reason())
                .isEqualTo(
                        "millrace.collector.kind asks for group, but keys may be equal to the job's"
                                + " comparator whose bytes are not");
    }

    @Test
    void pushedRecordsAreNotKeptTogether() {
        Choice<CollectorKind> choice = plan(PLAIN, "shuffle.kind", "push").collector();
        assertThat(choice.value()).isEqualTo(CollectorKind.SORT);
        assertThat(choice.reason()).isEqualTo("records are pushed one by one");
    }

    @Test
    void aTableWithoutACombinerIsASortWithAReason() {
        Choice<CollectorKind> choice = plan(PLAIN, "collector.kind", "hash").collector();
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
        Choice<Integer> choice = small.plan(PLAIN, Settings.DEFAULTS).sortSplitBytes();
        assertThat(choice.value()).isEqualTo(MB);
        assertThat(choice.reason())
                .isEqualTo("default is 32 MB, but this is one slot's share of the memory");
    }

    @Test
    void theMergeFactorFollowsTheMemoryWithinBounds() {
        assertThat(
                        new Planner(1, 1, 1, 64L * MB, MB)
                                .plan(PLAIN, Settings.DEFAULTS)
                                .mergeFactor()
                                .value())
                .isEqualTo(64);
        assertThat(
                        new Planner(8, 8, 8, MB, 4096)
                                .plan(PLAIN, Settings.DEFAULTS)
                                .mergeFactor()
                                .value())
                .isEqualTo(4);
        assertThat(
                        new Planner(1, 1, 1, 4096L * MB, MB)
                                .plan(PLAIN, Settings.DEFAULTS)
                                .mergeFactor()
                                .value())
                .isEqualTo(256);
    }

    @Test
    void hadoopsOrderOfEqualKeysLeavesOneWayToCollect() {
        assertThat(plan(PLAIN).ties().value()).isEqualTo(Ties.EMISSION);
        Plan plan =
                plan(
                        PLAIN,
                        "sort.ties",
                        "hadoop",
                        "shuffle.kind",
                        "push",
                        "collector.kind",
                        "sort");
        assertThat(plan.ties())
                .isEqualTo(new Choice<>("sort.ties", Ties.HADOOP, "set by millrace.sort.ties"));
        assertThat(plan.slabKind().value()).isEqualTo(SlabKind.HEAP);
        assertThat(plan.shuffle())
                .isEqualTo(
                        new Choice<>(
                                "shuffle.kind",
                                ShuffleKind.PULL,
                                "in spite of millrace.shuffle.kind: millrace.sort.ties is hadoop,"
                                        + " which sorts each spill as a whole"));
        assertThat(plan.collector().reason())
                .isEqualTo("millrace.sort.ties is hadoop, which sorts each spill as a whole");
    }
}
