package io.millrace.engine.job.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class ExclusiveAttemptTest {

    private final ExclusiveAttempt exclusive = new ExclusiveAttempt();
    private final Object first = new Object();
    private final Object second = new Object();
    private final Object third = new Object();

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
        exclusive.enter(first);
        CompletableFuture<Void> alone = begun(() -> exclusive.enterAlone(second, () -> false));
        assertThat(alone).isNotDone();
        exclusive.leave(first);
        alone.get();
        CompletableFuture<Void> next = begun(() -> exclusive.enter(third));
        assertThat(next).isNotDone();
        exclusive.leave(second);
        next.get();
    }

    @Test
    void attemptsThatWaitForEachOtherAreNotHeldUp() throws Exception {
        AtomicBoolean meet = new AtomicBoolean();
        exclusive.enter(first);
        CompletableFuture<Void> alone = begun(() -> exclusive.enterAlone(second, meet::get));
        CompletableFuture<Void> next = begun(() -> exclusive.enter(third));
        meet.set(true);
        alone.get();
        next.get();
    }

    @Test
    void nobodyWaitsForEver() throws Exception {
        ExclusiveAttempt impatient = new ExclusiveAttempt(Duration.ofMillis(20));
        impatient.enter(first);
        impatient.enterAlone(second, () -> false);
        impatient.enter(third);
    }

    @Test
    void whoNoLongerWantsToBeginLetsOthersIn() throws Exception {
        exclusive.enter(first);
        Thread waiting =
                new Thread(() -> {
                    try {
                        exclusive.enterAlone(second, () -> false);
                    } catch (InterruptedException e) {
                        exclusive.leave(second);
                    }
                });
        waiting.start();
        waiting.interrupt();
        waiting.join();
        exclusive.enter(third);
    }
}
