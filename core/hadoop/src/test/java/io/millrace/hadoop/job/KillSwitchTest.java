package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class KillSwitchTest {

    private final KillSwitch kill = new KillSwitch();

    @Test
    void aKillInterruptsWorkOfTheJobsOwnThreadAndNothingAfterIt() throws Exception {
        ExecutorService jobThread = Executors.newSingleThreadExecutor();
        try {
            CountDownLatch working = new CountDownLatch(1);
            Future<Boolean> interrupted =
                    jobThread.submit(() -> {
                        try {
                            return kill.interruptibly(() -> {
                                working.countDown();
                                new CountDownLatch(1).await();
                                return false;
                            });
                        } catch (InterruptedException e) {
                            return !Thread.currentThread().isInterrupted();
                        }
                    });
            working.await();
            kill.kill("enough");
            assertThat(interrupted.get(10, TimeUnit.SECONDS)).isTrue();
            assertThat(kill.why()).isEqualTo("enough");
        } finally {
            jobThread.shutdownNow();
        }
    }

    @Test
    void noWorkStartsAfterAKill() {
        kill.kill("enough");
        assertThatThrownBy(() -> kill.interruptibly(() -> true))
                .isInstanceOf(JobKilledException.class)
                .hasMessage("enough");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void aKillAfterTheEndIsNoKill() throws Exception {
        kill.close();
        kill.kill("too late");
        assertThat(kill.why()).isNull();
        assertThat(kill.interruptibly(() -> true)).isTrue();
    }
}
