package io.millrace.hadoop.scope;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.hadoop.scope.Turns.State;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which attempts run at the same time, and what they find in the process. */
@Timeout(60)
class TurnsTest {

    private static final String KEY = "millrace.test.turns";
    private static final AttemptId ONE = new AttemptId(TaskKind.MAP, 1, 0);
    private static final AttemptId TWO = new AttemptId(TaskKind.MAP, 2, 0);

    private Turns turns = new Turns(false, State.ANNOUNCED);

    @AfterEach
    void clear() {
        System.clearProperty(KEY);
    }

    @Test
    void allRunUntilOneAnnouncesAChangeAndThenItRunsAlone() throws Exception {
        turns.enter(ONE);
        turns.enter(TWO);
        CompletableFuture<Void> alone = async(() -> turns.alone(ONE, "a call"));
        await(turns::changed);
        assertThat(alone).isNotDone();
        turns.leave(TWO);
        alone.get();
        CompletableFuture<Void> next = async(() -> turns.enter(TWO));
        assertThat(next).isNotDone();
        turns.leave(ONE);
        next.get();
        assertThat(turns.changed()).isTrue();
    }

    /** Both have announced a change and made none, so that one of them may go on. */
    @Test
    void twoThatAnnounceAChangeAtTheSameTimeDoNotWaitForEachOtherForever() throws Exception {
        turns.enter(ONE);
        turns.enter(TWO);
        CompletableFuture<Void> both =
                CompletableFuture.allOf(async(() -> change(ONE)), async(() -> change(TWO)));
        both.get();
        assertThat(System.getProperty(KEY)).isNull();
    }

    private void change(AttemptId attempt) throws Exception {
        turns.alone(attempt, "a call");
        assertThat(System.getProperty(KEY)).isNull();
        System.setProperty(KEY, attempt.toString());
        turns.leave(attempt);
    }

    @Test
    void anAttemptFindsItsOwnStateInItsNextStepAndTheClientItsOwnInBetween() throws Exception {
        System.setProperty(KEY, "client");
        turns.enter(ONE);
        turns.alone(ONE, "a call");
        System.setProperty(KEY, "one");
        turns.leave(ONE);
        assertThat(System.getProperty(KEY)).isEqualTo("client");
        turns.enter(TWO);
        assertThat(System.getProperty(KEY)).isEqualTo("client");
        turns.leave(TWO);
        turns.enter(ONE);
        assertThat(System.getProperty(KEY)).isEqualTo("one");
        turns.ended(ONE);
        assertThat(System.getProperty(KEY)).isEqualTo("client");
    }

    @Test
    void anAttemptThatWaitsForAnotherTakesItsStateWithIt() throws Exception {
        turns.enter(ONE);
        turns.enter(ONE);
        turns.alone(ONE, "a call");
        System.setProperty(KEY, "one");
        int times = turns.suspend(ONE);
        assertThat(times).isEqualTo(2);
        assertThat(System.getProperty(KEY)).isNull();
        turns.resume(ONE, times);
        turns.leave(ONE);
        assertThat(System.getProperty(KEY)).isEqualTo("one");
        turns.leave(ONE);
        assertThat(System.getProperty(KEY)).isNull();
    }

    @Test
    void unannouncedChangesAreTheAttemptsOwnOrAreCarriedOn() throws Exception {
        turns = new Turns(true, State.CLIENTS);
        assertThat(seenAfter(ONE)).isNull();
        turns = new Turns(true, State.CARRIED);
        assertThat(seenAfter(ONE)).isEqualTo("changed");
        assertThat(System.getProperty(KEY)).isNull();
    }

    private @Nullable String seenAfter(AttemptId attempt) throws Exception {
        turns.enter(attempt);
        System.setProperty(KEY, "changed");
        turns.ended(attempt);
        turns.enter(TWO);
        String seen = System.getProperty(KEY);
        turns.ended(TWO);
        return seen;
    }

    @Test
    void anAttemptThatHasEndedWaitsForNobody() throws Exception {
        turns.enter(TWO);
        turns.ended(ONE);
        turns.alone(ONE, "a call");
        assertThat(turns.changed()).isFalse();
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        while (!condition.call()) {
            Thread.onSpinWait();
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private static CompletableFuture<Void> async(Work work) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        work.run();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                task -> new Thread(task).start());
    }
}
