package io.millrace.engine.job.partial;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.shuffle.partial.WaitingRuns;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundPolicyTest {

    private static final long MEMORY = 800;

    @Test
    void theLastThresholdHoldsForAllFurtherRoundsUntilMostOutputsHaveCome() {
        RoundPolicy policy = RoundPolicy.eager(List.of(4, 2), 0.5, 20);
        assertThat(policy.starts(4, 3, 0)).isFalse();
        assertThat(policy.starts(4, 4, 0)).isTrue();
        assertThat(policy.starts(6, 2, 1)).isTrue();
        assertThat(policy.starts(10, 2, 7)).isTrue();
        assertThat(policy.starts(11, 9, 7)).isFalse();
    }

    @Test
    void otherwiseRoundsStartOnlyWhenMemoryIsShort() {
        assertThat(RoundPolicy.WHEN_SHORT.starts(0, 100, 0)).isFalse();
    }

    @Test
    void outputsComeBeforeResultsIfTheyHoldMuchAndPay() {
        assertThat(level(new WaitingRuns(2, 100), new WaitingRuns(4, 100))).isZero();
        assertThat(level(new WaitingRuns(2, 99), new WaitingRuns(4, 100))).isOne();
        assertThat(level(new WaitingRuns(1, 100), new WaitingRuns(3, 100)))
                .isEqualTo(RoundPolicy.NO_LEVEL);
        assertThat(
                        RoundPolicy.levelThatFreesMemory(
                                level -> new WaitingRuns(9, MEMORY), level -> level == 1, MEMORY))
                .isOne();
    }

    private static int level(WaitingRuns outputs, WaitingRuns results) {
        return RoundPolicy.levelThatFreesMemory(
                level -> level == 0 ? outputs : results, level -> true, MEMORY);
    }

    @Test
    void aRoundWorksOnWhatIsFreeAndOnAQuarterAtLeast() {
        assertThat(RoundPolicy.mostBytes(MEMORY, 300)).isEqualTo(500);
        assertThat(RoundPolicy.mostBytes(MEMORY, 790)).isEqualTo(200);
    }
}
