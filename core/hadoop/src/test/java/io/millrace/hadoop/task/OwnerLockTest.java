package io.millrace.hadoop.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnerLockTest {

    private static final int ROUNDS = 200_000;

    /** Not atomic: any two threads inside at once lose some. */
    private long counted;

    private boolean occupied;
    private int intrusions;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void onlyOneThreadIsInside(int others) throws Exception {
        OwnerLock lock = new OwnerLock();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < others; i++) {
            threads.add(new Thread(() -> goInAndOut(lock, ROUNDS)));
        }

        goInAndOut(lock, ROUNDS / 2);
        threads.forEach(Thread::start);
        goInAndOut(lock, ROUNDS / 2);
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(counted).isEqualTo((1L + others) * ROUNDS);
        assertThat(intrusions).isZero();
    }

    /** Many locks, each with the moment at which the second thread comes for the first time. */
    @Test
    void theOwnerIsNotDisturbedByTheFirstOtherThread() throws Exception {
        for (int i = 0; i < 2_000; i++) {
            OwnerLock lock = new OwnerLock();
            Thread other = new Thread(() -> goInAndOut(lock, 1));
            other.start();
            goInAndOut(lock, 200);
            other.join();
        }

        assertThat(counted).isEqualTo(2_000 * 201);
        assertThat(intrusions).isZero();
    }

    private void goInAndOut(OwnerLock lock, int rounds) {
        for (int i = 0; i < rounds; i++) {
            lock.enter();
            try {
                intrusions += occupied ? 1 : 0;
                occupied = true;
                counted++;
                occupied = false;
            } finally {
                lock.exit();
            }
        }
    }
}
