package io.millrace.hadoop.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.task.AttemptDiscardedException;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import io.millrace.hadoop.scope.Turns.State;
import java.time.Duration;
import java.util.List;
import java.util.SimpleTimeZone;
import java.util.TimeZone;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which attempts run at the same time, and what they find in the process. */
@Timeout(60)
@Tag("jdk")
class TurnsTest {

    private static final String KEY = "millrace.test.turns";
    private static final AttemptId ONE = new AttemptId(TaskKind.MAP, 1, 0);
    private static final AttemptId TWO = new AttemptId(TaskKind.MAP, 2, 0);

    private static final AttemptId THREE = new AttemptId(TaskKind.MAP, 3, 0);

    private final TimeZone zone = TimeZone.getDefault();
    private final ProcessTurns process = new ProcessTurns();
    private final Turns other = turns(false, State.ANNOUNCED);
    private Turns turns = turns(false, State.ANNOUNCED);

    private Turns turns(boolean oneAtATime, State state) {
        return new Turns(oneAtATime, state, process);
    }

    @AfterEach
    void clear() {
        System.clearProperty(KEY);
        TimeZone.setDefault(zone);
    }

    @Test
    void allRunUntilOneAnnouncesAChangeAndThenItRunsAlone() throws Exception {
        turns.enter(ONE);
        turns.enter(TWO);
        CompletableFuture<Void> alone = waits(() -> turns.alone(ONE, "a call"));
        await(turns::changed);
        assertThat(alone).isNotDone();
        turns.leave(TWO);
        alone.get();
        CompletableFuture<Void> next = waits(() -> turns.enter(TWO));
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
        change(turns, attempt);
    }

    private static void change(Turns turns, AttemptId attempt) throws Exception {
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
        turns = turns(true, State.CLIENTS);
        assertThat(seenAfter(ONE)).isNull();
        turns = turns(true, State.CARRIED);
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

    @Test
    void anAttemptThatIsInsideEntersAgainThoughAnotherWaitsBeforeItsChange() throws Exception {
        turns.enter(ONE);
        turns.enter(TWO);
        turns.enter(THREE);
        CompletableFuture<Void> alone = waits(() -> turns.alone(ONE, "a call"));
        await(turns::changed);
        turns.enter(TWO);
        turns.enter(THREE);
        turns.ended(TWO);
        turns.ended(THREE);
        alone.get();
    }

    @Test
    void anAttemptWithAChangeAndThoseOfAnotherJobWaitForEachOther() throws Exception {
        other.enter(TWO);
        turns.enter(ONE);
        CompletableFuture<Void> alone = waits(() -> turns.alone(ONE, "a call"));
        await(turns::changed);
        CompletableFuture<Void> later = waits(() -> other.enter(THREE));
        assertThat(alone).isNotDone();
        other.leave(TWO);
        alone.get();
        System.setProperty(KEY, "one");
        assertThat(later).isNotDone();
        turns.leave(ONE);
        later.get();
        assertThat(System.getProperty(KEY)).isNull();
        assertThat(other.changed()).isFalse();
    }

    @Test
    void attemptsOfTwoJobsThatAnnounceAChangeDoNotWaitForEachOtherForever() throws Exception {
        turns.enter(ONE);
        other.enter(ONE);
        CompletableFuture.allOf(async(() -> change(turns, ONE)), async(() -> change(other, ONE)))
                .get();
        assertThat(System.getProperty(KEY)).isNull();
    }

    @Test
    void anAttemptThatEndsWhileItWaitsKeepsNobodyWaiting() throws Exception {
        other.enter(ONE);
        turns.enter(ONE);
        CompletableFuture<Void> parked = async(() -> turns.alone(ONE, "a call"));
        await(turns::changed);
        CompletableFuture<Void> behind = async(() -> other.enter(TWO));
        turns.ended(ONE);
        parked.get();
        behind.get();
        turns.enter(TWO);
        CompletableFuture<Void> outside = waits(() -> turns.enter(THREE));
        assertThat(outside).isNotDone();
        turns.ended(THREE);
        assertThat(outside).failsWithin(Duration.ofMinutes(1));
    }

    /** Its job would otherwise wait for it, and it for its job. */
    @Test
    void anAttemptThatWaitsForItsJobGivesUpItsTurnAndFindsItsStateAgain() throws Exception {
        turns.enter(ONE);
        turns.alone(ONE, "a call");
        System.setProperty(KEY, "one");
        Runnable ending = turns.awaitsJob(ONE);
        assertThat(System.getProperty(KEY)).isEqualTo("one");
        other.enter(TWO);
        assertThat(System.getProperty(KEY)).isNull();
        other.alone(TWO, "a call");
        System.setProperty(KEY, "two");
        CompletableFuture<Void> ended = waits(ending::run);
        CompletableFuture<Void> later = waits(() -> other.enter(THREE));
        assertThat(ended).isNotDone();
        other.leave(TWO);
        ended.get();
        assertThat(System.getProperty(KEY)).isEqualTo("one");
        assertThat(later).isNotDone();
        turns.leave(ONE);
        later.get();
        assertThat(System.getProperty(KEY)).isNull();
    }

    @Test
    void attemptsWhoseJobsChangeStateDoNotWaitForEachOther() throws Exception {
        turns.enter(ONE);
        turns.enter(TWO);
        Turns ones = turns(false, State.ANNOUNCED);
        Turns twos = turns(false, State.ANNOUNCED);
        ones.submittedByTask();
        twos.submittedByTask();
        Runnable endOfOnes = turns.awaitsJob(ONE);
        Runnable endOfTwos = turns.awaitsJob(TWO);
        ones.enter(ONE);
        twos.enter(ONE);
        CompletableFuture.allOf(
                        async(() -> runJob(ones, endOfOnes, ONE)),
                        async(() -> runJob(twos, endOfTwos, TWO)))
                .get();
    }

    /** The job of an attempt, which then changes state itself. */
    private void runJob(Turns job, Runnable end, AttemptId submitter) throws Exception {
        change(job, ONE);
        end.run();
        change(submitter);
    }

    @Test
    void theJobOfATaskDoesNotQueueBehindThoseThatWaitForTheTask() throws Exception {
        turns.enter(ONE);
        turns.enter(TWO);
        Runnable end = turns.awaitsJob(TWO);
        CompletableFuture<Void> alone = waits(() -> turns.alone(ONE, "a call"));
        other.submittedByTask();
        other.enter(THREE);
        other.ended(THREE);
        end.run();
        assertThat(alone).isNotDone();
        turns.ended(TWO);
        alone.get();
    }

    @Test
    void anAttemptThatLeavesBeforeItsJobHasEndedIsNotBroughtBack() throws Exception {
        turns.enter(ONE);
        Runnable ending = turns.awaitsJob(ONE);
        turns.leave(ONE);
        turns.enter(ONE);
        turns.alone(ONE, "a call");
        System.setProperty(KEY, "one");
        CompletableFuture<Void> later = waits(() -> other.enter(TWO));
        ending.run();
        assertThat(later).isNotDone();
        assertThat(System.getProperty(KEY)).isEqualTo("one");
        turns.ended(ONE);
        later.get();
    }

    /** Nobody knows whose change it is. */
    @Test
    void anUnannouncedChangeTouchesTheAttemptsOfAllJobs() throws Exception {
        turns.enter(ONE);
        other.enter(TWO);
        TimeZone.setDefault(new SimpleTimeZone(1, KEY));
        for (Turns each : List.of(other, turns)) {
            AttemptId attempt = each == turns ? ONE : TWO;
            assertThatThrownBy(() -> each.requireUntouched(attempt))
                    .isInstanceOf(AttemptDiscardedException.class);
            each.ended(attempt);
        }
        turns.enter(THREE);
        assertThat(TimeZone.getDefault()).isEqualTo(zone);
        CompletableFuture<Void> later = waits(() -> other.enter(THREE));
        assertThat(later).isNotDone();
        turns.leave(THREE);
        later.get();
    }

    @Test
    void theChangeOfAnotherJobIsNoneOfItsOwn() throws Exception {
        other.enter(TWO);
        other.leave(TWO);
        turns.enter(ONE);
        turns.alone(ONE, "a call");
        TimeZone.setDefault(new SimpleTimeZone(1, KEY));
        CompletableFuture<Void> look = waits(() -> other.requireUntouched(TWO));
        assertThat(look).isNotDone();
        turns.leave(ONE);
        look.get();
        assertThat(other.changed()).isFalse();
    }

    @Test
    void aJobThatTakesTurnsForOtherReasonsRunsBesideOthersUntilItLeavesAChange() throws Exception {
        turns = turns(true, State.UNTOUCHED);
        turns.enter(ONE);
        other.enter(TWO);
        TimeZone.setDefault(new SimpleTimeZone(1, KEY));
        turns.leave(ONE);
        turns.requireUntouched(ONE); // it ran beside no attempt of its job
        turns.ended(ONE);
        assertThatThrownBy(() -> other.requireUntouched(TWO))
                .isInstanceOf(AttemptDiscardedException.class);
        CompletableFuture<Void> next = waits(() -> turns.enter(THREE));
        assertThat(next).isNotDone();
        other.ended(TWO);
        next.get();
        assertThat(TimeZone.getDefault().getID()).isEqualTo(KEY);
        turns.ended(THREE);
        assertThat(TimeZone.getDefault()).isEqualTo(zone);
    }

    @Test
    void anAnnouncedChangeOfAJobThatTakesTurnsTouchesNobody() throws Exception {
        turns = turns(true, State.UNTOUCHED);
        other.enter(TWO);
        other.leave(TWO);
        turns.enter(ONE);
        turns.alone(ONE, "a call");
        TimeZone.setDefault(new SimpleTimeZone(1, KEY));
        turns.leave(ONE);
        turns.requireUntouched(ONE);
        other.requireUntouched(TWO);
        turns.enter(THREE);
        assertThat(TimeZone.getDefault().getID()).isEqualTo(KEY);
        turns.leave(THREE);
        assertThat(TimeZone.getDefault()).isEqualTo(zone);
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        while (!condition.call()) {
            Thread.onSpinWait();
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    /** Work that waits by the time that this returns. */
    private static CompletableFuture<Void> waits(Work work) throws Exception {
        CompletableFuture<Thread> begun = new CompletableFuture<>();
        CompletableFuture<Void> done =
                async(() -> {
                    begun.complete(Thread.currentThread());
                    work.run();
                });
        Thread thread = begun.get();
        await(() -> thread.getState() == Thread.State.WAITING);
        return done;
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
