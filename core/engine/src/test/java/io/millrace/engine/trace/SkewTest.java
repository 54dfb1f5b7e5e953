package io.millrace.engine.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.millrace.engine.trace.AttemptSpan.Outcome;
import org.junit.jupiter.api.Test;

/** Which attempts are named as those that had much more than the others. */
class SkewTest {

    private final Trace trace = new Trace("job");

    @Test
    void withoutAttemptsThereIsNone() {
        Skew skew = bytes();
        assertThat(skew.median()).isZero();
        assertThat(skew.skewed()).isEmpty();
    }

    @Test
    void evenPartitionsAreNotSkewed() {
        for (int i = 0; i < 10; i++) {
            reduced(i, 100 + i, Outcome.SUCCEEDED);
        }
        assertThat(bytes().skewed()).isEmpty();
    }

    @Test
    void moreThanTwiceTheMedianIsNamedMostFirstWithItsShare() {
        reduced(0, 100, Outcome.SUCCEEDED);
        reduced(1, 250, Outcome.SUCCEEDED);
        reduced(2, 100, Outcome.SUCCEEDED);
        reduced(3, 599, Outcome.SUCCEEDED);
        reduced(4, 100, Outcome.SUCCEEDED);
        Skew skew = bytes();
        assertThat(skew.median()).isEqualTo(100);
        assertThat(skew.skewed())
                .extracting(skewed -> skewed.attempt().who())
                .containsExactly("reduce-3.0", "reduce-1.0");
        assertThat(skew.skewed().get(0).value()).isEqualTo(599);
        assertThat(skew.skewed().get(0).share()).isEqualTo(599.0 / 1149, within(1e-9));
    }

    @Test
    void exactlyTwiceTheMedianIsNotNamed() {
        reduced(0, 100, Outcome.SUCCEEDED);
        reduced(1, 100, Outcome.SUCCEEDED);
        reduced(2, 200, Outcome.SUCCEEDED);
        assertThat(bytes().skewed()).isEmpty();
    }

    @Test
    void lessThanAnEvenShareIsNotNamedHoweverLittleTheOthersHave() {
        reduced(0, 1, Outcome.SUCCEEDED);
        reduced(1, 50, Outcome.SUCCEEDED);
        reduced(2, 1, Outcome.SUCCEEDED);
        reduced(3, 950, Outcome.SUCCEEDED);
        assertThat(bytes().skewed())
                .extracting(skewed -> skewed.attempt().who())
                .containsExactly("reduce-3.0");
    }

    @Test
    void whatIsTooSmallToMatterIsNotNamed() {
        for (int i = 0; i < 400; i++) {
            reduced(i, 100, Outcome.SUCCEEDED);
        }
        reduced(400, 300, Outcome.SUCCEEDED);
        assertThat(bytes().skewed()).isEmpty();
    }

    @Test
    void attemptsThatFailedOrAreOfTheOtherKindDoNotCount() {
        for (int i = 0; i < 3; i++) {
            reduced(i, 100, Outcome.SUCCEEDED);
        }
        reduced(3, 10_000, Outcome.FAILED);
        reduced(4, 10_000, Outcome.KILLED);
        attempt(Phase.MAP, "map-0.0", 10_000, Outcome.SUCCEEDED);
        trace.attemptStarted(Phase.REDUCE, "reduce-5.0");
        trace.handled("reduce-5.0", new Volume(1, 10_000));
        assertThat(bytes().skewed()).isEmpty();
        assertThat(trace.running()).extracting(AttemptSpan::who).containsExactly("reduce-5.0");
    }

    private Skew bytes() {
        return Skew.of(trace, Phase.REDUCE, AttemptSpan::bytes);
    }

    private void reduced(int task, long bytes, Outcome outcome) {
        attempt(Phase.REDUCE, "reduce-" + task + ".0", bytes, outcome);
    }

    private void attempt(Phase main, String who, long bytes, Outcome outcome) {
        trace.attemptStarted(main, who);
        trace.handled(who, new Volume(1, bytes));
        trace.attemptEnded(who, outcome);
    }
}
