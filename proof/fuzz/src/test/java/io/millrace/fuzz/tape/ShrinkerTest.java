package io.millrace.fuzz.tape;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShrinkerTest {

    /** Lists of numbers. */
    private static List<Integer> numbers(Choices choices) {
        return choices.some(10, 100, () -> choices.below(1000));
    }

    @Test
    void theSameSeedMakesTheSameChoices() {
        Choices first = Choices.seeded(7);
        Choices second = Choices.seeded(7);

        assertThat(numbers(first)).isEqualTo(numbers(second)).isNotEmpty();
    }

    @Test
    void aTapeMakesTheSameChoicesAgain() {
        Choices first = Choices.seeded(7);
        List<Integer> made = numbers(first);

        assertThat(numbers(Choices.of(first.tape().numbers()))).isEqualTo(made);
    }

    @Test
    void anEmptyTapeMakesTheSimplestChoices() {
        assertThat(numbers(Choices.of(new int[0]))).isEmpty();
    }

    @Test
    void theSimplestListWithALargeNumberIsThatNumberAlone() {
        Choices first = Choices.seeded(11);
        assertThat(numbers(first)).anyMatch(number -> number > 500);

        Tape simplest =
                Shrinker.shrink(
                        first.tape(),
                        tape -> {
                            Choices choices = Choices.of(tape);
                            return numbers(choices).stream().anyMatch(number -> number > 500)
                                    ? choices.tape()
                                    : null;
                        },
                        1000);

        assertThat(numbers(Choices.of(simplest.numbers()))).containsExactly(501);
    }

    @Test
    void noMoreTapesAreTriedThanAllowed() {
        Choices first = Choices.seeded(11);
        numbers(first);
        int[] trials = new int[1];

        Shrinker.shrink(
                first.tape(),
                tape -> {
                    trials[0]++;
                    return null;
                },
                10);

        assertThat(trials[0]).isEqualTo(10);
    }
}
