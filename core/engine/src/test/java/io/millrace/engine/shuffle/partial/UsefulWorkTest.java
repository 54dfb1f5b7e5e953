package io.millrace.engine.shuffle.partial;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.run.SpillCost;
import java.util.BitSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A partial reducer is judged by what it saves, for each stage and partition on its own. */
class UsefulWorkTest {

    private static final int MB = 1 << 20;

    private final SpillCost spills = new SpillCost();
    private final UsefulWork work = new UsefulWork("job", 2, 0.8, spills);

    /** A nanosecond for each byte of records of a kilobyte. */
    @BeforeEach
    void someWasSpilled() {
        spills.add(20 * MB, 20 << 10, 20 * MB);
    }

    private static BitSet only(int partition) {
        BitSet set = new BitSet();
        set.set(partition);
        return set;
    }

    @Test
    void whatIsSavedAtOneStageDoesNotCountAtAnother() {
        work.add(ReduceStage.CHUNK, 0, 900_000, 9, 100 * MB, MB);
        work.add(ReduceStage.OUTPUTS, 0, 10, 10, 2 * MB, 2 * MB);
        assertThat(work.pays(ReduceStage.CHUNK, 0)).isTrue();
        assertThat(work.pays(ReduceStage.OUTPUTS, 0)).isFalse();
        assertThat(work.pays(ReduceStage.RESULTS, 0)).isTrue();
        assertThat(work.off(ReduceStage.OUTPUTS)).isEqualTo(only(0));
        assertThat(work.recordsSaved()).isEqualTo(899_991);
    }

    @Test
    void roundsEndWhenCommittedOutputsShrinkForNoPartition() {
        work.add(ReduceStage.OUTPUTS, 0, 10, 10, 2 * MB, 2 * MB);
        assertThat(work.continues()).isTrue();
        work.add(ReduceStage.OUTPUTS, 1, 10, 10, 2 * MB, 2 * MB);
        assertThat(work.continues()).isFalse();
        assertThat(work.pays(ReduceStage.CHUNK, 1)).isTrue();
        assertThat(work.outcome())
                .isEqualTo(
                        "20 records became 20, and 4.0 MB became 4.0 MB; ended for committed"
                                + " outputs because it did not pay");
    }

    @Test
    void resultsOfEarlierRoundsThatDoNotShrinkAreLeftAloneAndOthersAreNot() {
        work.add(ReduceStage.OUTPUTS, 1, 100, 10, 4 * MB, MB);
        work.add(ReduceStage.RESULTS, 1, 10, 10, 2 * MB, 2 * MB);
        assertThat(work.off(ReduceStage.after(1))).isEqualTo(only(1));
        assertThat(work.off(ReduceStage.after(0)).isEmpty()).isTrue();
        assertThat(work.continues()).isTrue();
        assertThat(work.outcome())
                .endsWith(
                        "ended for results of earlier rounds of 1 partition, where it did not pay:"
                                + " 1");
    }

    @Test
    void aLittleIsNotJudged() {
        work.addSpared(ReduceStage.CHUNK, 0, MB / 8);
        work.add(ReduceStage.OUTPUTS, 0, 10, 10, MB / 2, MB / 2);
        assertThat(work.pays(ReduceStage.CHUNK, 0)).isTrue();
        assertThat(work.pays(ReduceStage.OUTPUTS, 0)).isTrue();
    }

    @Test
    void chunksThatAreNotWorthACallEndThePartition() {
        work.addSpared(ReduceStage.CHUNK, 1, MB / 4);
        assertThat(work.pays(ReduceStage.CHUNK, 1)).isFalse();
        assertThat(work.pays(ReduceStage.CHUNK, 0)).isTrue();
        assertThat(work.outcome())
                .isEqualTo(
                        "ended for outputs of map attempts of 1 partition, where it did not pay:"
                                + " 1");
    }

    @Test
    void callsThatTakeLongerThanTheSpillsTheySaveEnd() {
        work.addTime(ReduceStage.CHUNK, 5 * MB, MB, 31 * MB);
        assertThat(work.pays(ReduceStage.CHUNK, 0)).as("code is not compiled at first").isTrue();
        work.addTime(ReduceStage.CHUNK, 5 * MB, MB, 7 * MB);
        assertThat(work.pays(ReduceStage.CHUNK, 0)).as("7 ms instead of 8").isTrue();
        work.addTime(ReduceStage.CHUNK, 5 * MB, MB, 9 * MB);
        assertThat(work.pays(ReduceStage.CHUNK, 0)).as("9 ms instead of 8").isFalse();
        assertThat(work.pays(ReduceStage.OUTPUTS, 0)).isTrue();
        assertThat(work.outcome()).contains("took longer than the spills they saved");
    }

    @Test
    void callsThatWouldBeTooSlowWhenCompiledEndAtOnce() {
        work.addTime(ReduceStage.CHUNK, 5 * MB, MB, 33 * MB);
        assertThat(work.pays(ReduceStage.CHUNK, 0)).isFalse();
    }

    @Test
    void roundsThatTakeLongerThanTheSpillsTheySaveDoNotTakeTheirPlace() {
        work.addTime(ReduceStage.OUTPUTS, 5 * MB, MB, 33 * MB);
        assertThat(work.roundsSaveTime(0)).isFalse();
        assertThat(work.roundsSaveTime(1)).isTrue();
        assertThat(work.continues()).as("threads without work still do").isTrue();
        assertThat(work.outcome())
                .isEqualTo("calls on committed outputs took longer than the spills they saved");
    }

    @Test
    void callsOnChunksAreWorthMoreWithASlowDisk() {
        spills.add(20 * MB, 20 << 10, 4000L * MB);
        work.addTime(ReduceStage.CHUNK, 5 * MB, MB, 700L * MB);
        work.addTime(ReduceStage.CHUNK, 5 * MB, MB, 700L * MB);
        assertThat(work.pays(ReduceStage.CHUNK, 0)).isTrue();
    }

    @Test
    void aRatioOfOneAllowsCallsOfAnyLength() {
        UsefulWork always = new UsefulWork("job", 2, 1, spills);
        always.addTime(ReduceStage.CHUNK, 5 * MB, MB, 9000L * MB);
        always.addTime(ReduceStage.CHUNK, 5 * MB, MB, 9000L * MB);
        assertThat(always.pays(ReduceStage.CHUNK, 0)).isTrue();
    }

    @Test
    void theFirstSpillsShowWhetherCallsCanTakeTheirPlace() {
        SpillCost none = new SpillCost();
        UsefulWork first = new UsefulWork("job", 2, 0.8, none);
        none.add(16 * MB - 1, 16 << 10, 16 * MB);
        assertThat(first.pays(ReduceStage.CHUNK, 0)).isFalse();
        assertThat(first.roundsSaveTime(0)).isFalse();
        assertThat(first.outcome()).isEmpty();
        none.add(1, 1, 1);
        assertThat(first.pays(ReduceStage.CHUNK, 0)).isTrue();
        assertThat(first.roundsSaveTime(0)).isTrue();
    }

    @Test
    void spillsThatTakeLessTimeThanAnyCallStay() {
        spills.add(20 * MB, 2 * MB, 20 * MB);
        assertThat(work.pays(ReduceStage.CHUNK, 0)).isFalse();
        assertThat(work.roundsSaveTime(0)).isFalse();
        assertThat(work.roundsSaveTime(1)).isFalse();
        assertThat(work.pays(ReduceStage.OUTPUTS, 0)).as("by threads without work").isTrue();
        assertThat(work.outcome())
                .isEqualTo("not called in place of spills, which take less time than calls");
    }

    @Test
    void aDiskThatTakesNothingLeavesOnlyCalls() {
        SpillCost full = new SpillCost();
        UsefulWork only = new UsefulWork("job", 2, 0.8, full);
        full.impossible();
        assertThat(only.pays(ReduceStage.CHUNK, 0)).isTrue();
        assertThat(only.roundsSaveTime(0)).isTrue();
        only.addTime(ReduceStage.CHUNK, 5 * MB, MB, 9000L * MB);
        assertThat(only.pays(ReduceStage.CHUNK, 0)).isTrue();
    }
}
