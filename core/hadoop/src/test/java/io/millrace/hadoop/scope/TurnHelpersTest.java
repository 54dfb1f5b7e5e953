package io.millrace.hadoop.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.task.AttemptDiscardedException;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.hadoop.scope.Turns.State;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads that work for an attempt, which waits for them, beside its own thread. */
@Timeout(60)
@Tag("jdk")
class TurnHelpersTest {

    private static final String KEY = "millrace.test.helpers";
    private static final AttemptId ONE = new AttemptId(TaskKind.MAP, 1, 0);
    private static final AttemptId TWO = new AttemptId(TaskKind.MAP, 2, 0);
    private static final AttemptId AGAIN = new AttemptId(TaskKind.MAP, 1, 1);

    private final ProcessTurns process = new ProcessTurns();
    private final Turns turns = new Turns(false, State.ANNOUNCED, process);
    private final Turns other = new Turns(false, State.ANNOUNCED, process);

    @AfterEach
    void clear() {
        System.clearProperty(KEY);
    }

    @Test
    void oneThatIsAboutToChangeStateBesideAnotherAttemptDoesNotWait() throws Exception {
        turns.enter(ONE);
        other.enter(TWO);
        assertThatThrownBy(() -> turns.help(ONE, () -> change(ONE)))
                .isInstanceOf(AttemptDiscardedException.class);
        assertThat(System.getProperty(KEY)).isNull();
        assertThat(turns.refusal(ONE)).isNotNull();
        assertThat(other.refusal(TWO)).isNull();
        turns.ended(ONE);
        CompletableFuture<Void> again = CompletableFuture.runAsync(() -> enterAndHelp(AGAIN));
        other.ended(TWO);
        again.get();
        assertThat(System.getProperty(KEY)).isEqualTo(AGAIN.toString());
        assertThat(turns.refusal(AGAIN)).isNull();
        turns.ended(AGAIN);
        assertThat(System.getProperty(KEY)).isNull();
    }

    private void enterAndHelp(AttemptId attempt) {
        try {
            turns.enter(attempt);
            turns.help(attempt, () -> change(attempt));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean change(AttemptId attempt) throws InterruptedException {
        turns.alone(attempt, "a call");
        System.setProperty(KEY, attempt.toString());
        return true;
    }

    @Test
    void oneThatIsAboutToChangeStateWhileNoOtherAttemptRunsGoesOn() throws Exception {
        turns.enter(ONE);
        turns.help(ONE, () -> change(ONE));
        assertThat(turns.refusal(ONE)).isNull();
        turns.leave(ONE);
        assertThat(System.getProperty(KEY)).isNull();
    }

    @Test
    void nobodyRunsBesideOneThatWorksForAnAttemptThatWaits() throws Exception {
        turns.enter(ONE);
        turns.enter(TWO);
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<Void> help = helped(ONE, end);
        Thread first = waits(ONE);
        Thread second = waits(TWO);
        assertThat(second.getState()).isEqualTo(Thread.State.WAITING);
        end.countDown();
        help.get();
        assertThat(turns.refusal(ONE)).isNull();
        turns.ended(ONE);
        turns.ended(TWO);
        first.join();
        second.join();
    }

    @Test
    void oneThatBeginsToWorkForAnAttemptThatWaitsForAChangeDoesNotCount() throws Exception {
        turns.enter(ONE);
        turns.enter(TWO);
        Thread first = waits(ONE);
        turns.help(ONE, () -> true); // the other one has changed nothing
        assertThat(turns.refusal(ONE)).isNull();
        Thread second = waits(TWO);
        first.join();
        turns.help(TWO, () -> true);
        assertThat(turns.refusal(TWO)).isNotNull();
        assertThat(turns.refusal(ONE)).isNull();
        turns.ended(ONE);
        second.join();
    }

    private CompletableFuture<Void> helped(AttemptId attempt, CountDownLatch end)
            throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Void> done =
                CompletableFuture.runAsync(() -> {
                    try {
                        turns.help(
                                attempt,
                                () -> {
                                    begun.countDown();
                                    end.await();
                                    return true;
                                });
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                });
        begun.await();
        return done;
    }

    private void alone(AttemptId attempt) {
        try {
            turns.alone(attempt, "a call");
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A thread of an attempt that waits before its change, or has ended. */
    private Thread waits(AttemptId attempt) {
        Thread thread = new Thread(() -> alone(attempt));
        thread.start();
        while (thread.getState() != Thread.State.WAITING && thread.isAlive()) {
            Thread.onSpinWait();
        }
        return thread;
    }
}
