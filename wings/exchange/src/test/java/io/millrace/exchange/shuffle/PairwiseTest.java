package io.millrace.exchange.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Seeds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The steps of the pairwise exchange. */
class PairwiseTest {

    private static final int NOBODY = -1;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 6, 7, 8, 16, 33})
    void inEachStepEachWorkerReceivesFromOne(int size) {
        Set<List<Integer>> links = new HashSet<>();
        for (int step = 0; step < size; step++) {
            Set<Integer> receivers = new HashSet<>();
            for (int rank = 0; rank < size; rank++) {
                int to = Pairwise.partners(rank, size)[step];
                receivers.add(to);
                links.add(List.of(rank, to));
            }
            assertThat(receivers).hasSize(size);
        }
        assertThat(links).hasSize(size * size);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8, 64})
    void aPowerOfTwoOfWorkersFormsPairs(int size) {
        for (int rank = 0; rank < size; rank++) {
            for (int step = 0; step < size; step++) {
                int partner = Pairwise.partners(rank, size)[step];
                assertThat(Pairwise.partners(partner, size)[step]).isEqualTo(rank);
            }
        }
    }

    /** Threads with random outputs, some of which are interrupted while they wait. */
    @Test
    void outputsGoToOneWorkerAtATimeAndAllArrive() throws Exception {
        Random random = Seeds.random("outputs");
        int size = 2 + random.nextInt(7);
        Pairwise steps = new Pairwise(random.nextInt(size), size);
        AtomicInteger current = new AtomicInteger(NOBODY);
        AtomicInteger inside = new AtomicInteger();
        ExecutorService threads = Executors.newCachedThreadPool();
        List<Future<Integer>> kept = new ArrayList<>();
        List<Future<Integer>> ended = new ArrayList<>();
        List<Integer> expected = new ArrayList<>();
        for (int output = 0; output < 200; output++) {
            BitSet left = new BitSet();
            for (int worker = 0; worker < size; worker++) {
                left.set(worker, random.nextBoolean());
            }
            int wanted = left.cardinality();
            Future<Integer> sending =
                    threads.submit(() -> {
                        int sent = 0;
                        while (!left.isEmpty()) {
                            int to = steps.enter(left);
                            inside.incrementAndGet();
                            int before = current.getAndSet(to);
                            assertThat(before).isIn(NOBODY, to);
                            left.clear(to);
                            sent++;
                            if (inside.decrementAndGet() == 0) {
                                current.set(NOBODY);
                            }
                            steps.leave();
                        }
                        return sent;
                    });
            if (random.nextInt(5) == 0) {
                ended.add(sending);
                sending.cancel(true);
            } else {
                kept.add(sending);
                expected.add(wanted);
            }
        }
        for (int i = 0; i < kept.size(); i++) {
            assertThat(kept.get(i).get(60, TimeUnit.SECONDS)).isEqualTo(expected.get(i));
        }
        threads.shutdown();
        assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        assertThat(ended).allMatch(Future::isDone);
    }
}
