package io.millrace.engine.job.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class SolitudeTest {

    private final Solitude solitude = new Solitude();
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
