package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.task.AttemptGuard;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class SolitudeTest {

    private final Solitude solitude = new Solitude();
    private final AttemptRun first = attempt(0);
    private final AttemptRun second = attempt(1);
    private final AttemptRun third = attempt(2);

    private static AttemptRun attempt(int task) {
        AttemptGuard guard = new AttemptGuard(new AttemptId(TaskKind.MAP, task, 0));
        return new AttemptRun(guard, null, null, false);
    }

    private interface Step {
        void run() throws InterruptedException;
    }

    private static CompletableFuture<Void> begun(Step step) {
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        step.run();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                work -> new Thread(work).start());
    }

    @Test
    void whoWantsToBeAloneWaitsForOthersAndOthersWaitForIt() throws Exception {
        solitude.enter(first);
        CompletableFuture<Void> alone = begun(() -> solitude.enterAlone(second, () -> false));
        assertThat(alone).isNotDone();
        solitude.leave(first);
        alone.get();
        CompletableFuture<Void> next = begun(() -> solitude.enter(third));
        assertThat(next).isNotDone();
        solitude.leave(second);
        next.get();
    }

    @Test
    void attemptsThatWaitForEachOtherAreNotHeldUp() throws Exception {
        AtomicBoolean meet = new AtomicBoolean();
        solitude.enter(first);
        CompletableFuture<Void> alone = begun(() -> solitude.enterAlone(second, meet::get));
        CompletableFuture<Void> next = begun(() -> solitude.enter(third));
        meet.set(true);
        alone.get();
        next.get();
    }

    @Test
    void nobodyWaitsForEver() throws Exception {
        Solitude impatient = new Solitude(Duration.ofMillis(20));
        impatient.enter(first);
        impatient.enterAlone(second, () -> false);
        impatient.enter(third);
    }

    @Test
    void whoNoLongerWantsToBeginLetsOthersIn() throws Exception {
        solitude.enter(first);
        Thread waiting =
                new Thread(() -> {
                    try {
                        solitude.enterAlone(second, () -> false);
                    } catch (InterruptedException e) {
                        solitude.leave(second);
                    }
                });
        waiting.start();
        waiting.interrupt();
        waiting.join();
        solitude.enter(third);
    }
}
