package io.millrace.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

class SampledTest {

    private static final int MANY = 200;

    /** With it, everything runs. */
    @BeforeEach
    void soaksRunEverything() {
        assumeFalse(Soak.isOn());
    }

    @Test
    void aFewCasesRunAndTheOthersAreSkipped() {
        Events cases = run(Cases.class);
        assertThat(cases.started().count()).isBetween(20L, 80L);
        assertThat(cases.skipped().count()).isEqualTo(MANY - cases.started().count());
        assertThat(cases.skipped().stream())
                .allSatisfy(event ->
                        assertThat(event.getPayload(String.class))
                                .hasValueSatisfying(reason ->
                                        assertThat(reason).contains("not in this sample")));
    }

    @Test
    void aMethodsOwnShareCountsBeforeThatOfItsClass() {
        assertThat(run(Whole.class).started().count()).isEqualTo(MANY);
    }

    @Test
    void theSameSeedGivesTheSameSampleAndOthersReachAll() {
        List<String> names = IntStream.range(0, MANY).mapToObj(each -> "case " + each).toList();
        Set<String> reached = new HashSet<>();
        for (int turn = 0; turn < 4; turn++) {
            int seed = turn;
            List<String> due = names.stream().filter(name -> Soak.isDue(name, 4, seed)).toList();
            assertThat(names.stream().filter(name -> Soak.isDue(name, 4, seed)).toList())
                    .isEqualTo(due);
            assertThat(reached).doesNotContainAnyElementsOf(due);
            reached.addAll(due);
        }
        assertThat(reached).containsExactlyInAnyOrderElementsOf(names);
    }

    @Test
    void neighboursOfAListAreTakenInTurn() {
        List<Integer> all = List.of(0, 1, 2, 3, 4);
        assertThat(Soak.sample(all, 2, 0)).containsExactly(0, 1);
        assertThat(Soak.sample(all, 2, 1)).containsExactly(2, 3);
        assertThat(Soak.sample(all, 2, 2)).containsExactly(4, 0);
        assertThat(Soak.sample(all, 5, 3)).isEqualTo(all);
        assertThat(Soak.sample(all, 3, (1 << 20) - 1)).hasSize(3).doesNotHaveDuplicates();
    }

    private static Events run(Class<?> subject) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(subject))
                .execute()
                .testEvents();
    }

    static IntStream numbers() {
        return IntStream.range(0, MANY);
    }

    @Sampled(oneIn = 4)
    static class Cases {

        @ParameterizedTest
        @MethodSource("io.millrace.testing.SampledTest#numbers")
        void runs(int number) {
            assertThat(number).isNotNegative();
        }
    }

    @Sampled(oneIn = 4)
    static class Whole {

        @Sampled(oneIn = 1)
        @ParameterizedTest
        @MethodSource("io.millrace.testing.SampledTest#numbers")
        void runs(int number) {
            assertThat(number).isNotNegative();
        }
    }
}
