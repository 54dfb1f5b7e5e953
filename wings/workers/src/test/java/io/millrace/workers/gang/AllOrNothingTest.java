package io.millrace.workers.gang;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.workers.gang.AllOrNothing.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Gangs on a simulated cluster, in simulated seconds. */
final class AllOrNothingTest {

    private static final int WORKERS = 4;
    private static final int LIMIT_SECONDS = 300;
    private static final int RUN_SECONDS = 30;
    private static final int SEEDS = 500;

    /** A gang of the simulation. */
    private static final class Gang {
        private final AllOrNothing rule;
        private int held;
        private Step step = Step.HOLD;
        private int begin = -1;

        private Gang(Random random) {
            rule = new AllOrNothing(WORKERS, Duration.ofSeconds(LIMIT_SECONDS), random);
        }

        private boolean asks() {
            return step == Step.HOLD && held < WORKERS;
        }

        private boolean runs(int second) {
            return step == Step.WHOLE && second < begin + RUN_SECONDS;
        }

        private void decide(int second) {
            if (step == Step.WHOLE) {
                held = runs(second) ? held : 0;
                return;
            }
            step = rule.next(Duration.ofSeconds(second), held);
            if (step == Step.WHOLE) {
                begin = second;
            } else if (step == Step.REST) {
                held = 0;
            }
        }
    }

    /** Runs gangs that ask at the same time; returns the second in which the last one begins. */
    private static int lastBegin(int gangs, int room, boolean fair, long seed) {
        Random random = new Random(seed);
        List<Gang> all = new ArrayList<>();
        for (int i = 0; i < gangs; i++) {
            all.add(new Gang(random));
        }
        // The first in the queue, or the one that has the fewest.
        Comparator<Gang> order =
                fair
                        ? Comparator.comparingInt(gang -> gang.held)
                        : Comparator.comparingInt(all::indexOf);
        // Each gets a part at the start.
        for (int container = 0; container < room; container++) {
            all.get(container % gangs).held++;
        }
        int second = 0;
        while (all.stream().anyMatch(gang -> gang.begin < 0)) {
            int now = second++;
            all.forEach(gang -> gang.decide(now));
            if (all.stream().anyMatch(gang -> gang.step == Step.GIVE_UP)) {
                return Integer.MAX_VALUE;
            }
            int free = room - all.stream().mapToInt(gang -> gang.held).sum();
            while (free > 0 && all.stream().anyMatch(Gang::asks)) {
                all.stream().filter(Gang::asks).min(order).orElseThrow().held++;
                free--;
            }
        }
        return all.stream().mapToInt(gang -> gang.begin).max().orElseThrow();
    }

    /** Room for one and a half, in which nobody can run as long as each keeps what it has. */
    @ParameterizedTest
    @CsvSource({"3,6,true", "3,6,false", "2,6,true", "2,6,false", "5,7,true", "5,7,false"})
    void gangsThatHoldAPartOfTheClusterEachRunInTurn(int gangs, int room, boolean fair) {
        List<Integer> begins = new ArrayList<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            begins.add(lastBegin(gangs, room, fair, seed));
        }
        assertThat(begins).as("seconds").allMatch(begin -> begin < LIMIT_SECONDS);
    }

    private static AllOrNothing rule() {
        return new AllOrNothing(WORKERS, Duration.ofSeconds(LIMIT_SECONDS), new Random(1));
    }

    /** The name is a constant for clients that lack the classes of application masters. */
    @Test
    void theSettingsNameTheClassThatAllocates() {
        assertThat(WholeGang.ALLOCATION).isEqualTo(GangAllocation.class.getName());
    }

    @Test
    void aGangThatHoldsNothingWaitsInTheQueueLikeAnyJob() {
        AllOrNothing rule = rule();
        int first = 3 * LIMIT_SECONDS;
        for (int second = 0; second < first; second++) {
            assertThat(rule.next(Duration.ofSeconds(second), 0)).isEqualTo(Step.HOLD);
        }
        assertThat(rule.next(Duration.ofSeconds(first), 1)).isEqualTo(Step.HOLD);
        int end = first + LIMIT_SECONDS;
        assertThat(rule.next(Duration.ofSeconds(end - 1), 0)).isNotEqualTo(Step.GIVE_UP);
        assertThat(rule.next(Duration.ofSeconds(end), 0)).isEqualTo(Step.GIVE_UP);
        assertThat(rule.most()).isEqualTo(1);
    }

    @Test
    void aGangWhoseContainersComeOneAfterTheOtherKeepsThem() {
        AllOrNothing rule = rule();
        for (int second = 0; second < 4 * (WORKERS - 1); second++) {
            assertThat(rule.next(Duration.ofSeconds(second), 1 + second / 4)).isEqualTo(Step.HOLD);
        }
        assertThat(rule.next(Duration.ofSeconds(16), WORKERS)).isEqualTo(Step.WHOLE);
    }

    @Test
    void waitsGrowSoThatAGangGetsContainersThatComeSlowly() {
        AllOrNothing rule = rule();
        int tries = 0;
        Step last = Step.HOLD;
        int first = 0;
        int longest = 0;
        int since = 0;
        for (int second = 0; second < LIMIT_SECONDS; second++) {
            Step step = rule.next(Duration.ofSeconds(second), last == Step.REST ? 0 : 3);
            if (step == Step.REST && last == Step.HOLD) {
                tries++;
                first = tries == 1 ? second - since : first;
                longest = Math.max(longest, second - since);
            } else if (step == Step.HOLD && last == Step.REST) {
                since = second;
            }
            last = step;
        }
        assertThat(first).isBetween(5, 15);
        assertThat(longest).isGreaterThan(2 * first);
        assertThat(tries).isBetween(3, 12);
        assertThat(rule.most()).isEqualTo(3);
    }
}
