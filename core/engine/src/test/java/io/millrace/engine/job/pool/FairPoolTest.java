package io.millrace.engine.job.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.job.Uninterrupted;
import io.millrace.engine.job.pool.FairPool.Lane;
import io.millrace.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FairPoolTest {

    private static final Duration LONG = Duration.ofHours(1);
    private final List<FairPool> pools = new ArrayList<>();

    private FairPool pool(int width, Duration idle) {
        FairPool pool = new FairPool("test", width, idle);
        pools.add(pool);
        return pool;
    }

    @AfterEach
    void close() {
        pools.forEach(FairPool::close);
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("millrace-test-"))
                .sorted()
                .toList();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void assertRests(Lane lane) {
        assertThat(lane.awaitRest(Await.LIMIT)).as("the lane's work has ended").isTrue();
    }

    @Test
    void lanesWithWaitingWorkTakeTurns() {
        FairPool pool = pool(1, LONG);
        CountDownLatch go = new CountDownLatch(1);
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        Lane first = pool.openLane(1, () -> 0);
        Lane second = pool.openLane(1, () -> 0);
        first.execute(() -> await(go));
        for (int i = 0; i < 3; i++) {
            String number = Integer.toString(i);
            first.execute(() -> order.add("a" + number));
        }
        for (int i = 0; i < 3; i++) {
            String number = Integer.toString(i);
            second.execute(() -> order.add("b" + number));
        }
        go.countDown();
        assertRests(first);
        assertRests(second);
        assertThat(order).containsExactly("b0", "a0", "b1", "a1", "b2", "a2");
    }

    @Test
    void laneOfHigherPriorityGoesFirst() {
        FairPool pool = pool(1, LONG);
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger raised = new AtomicInteger(1);
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        Lane low = pool.openLane(1, () -> 0);
        Lane middle = pool.openLane(1, () -> 1);
        Lane late = pool.openLane(1, raised::get);
        low.execute(() -> await(go));
        for (int i = 0; i < 3; i++) {
            String number = Integer.toString(i);
            low.execute(() -> order.add("low" + number));
            middle.execute(() -> {
                order.add("middle" + number);
                raised.set(2);
            });
            late.execute(() -> order.add("late" + number));
        }
        go.countDown();
        List.of(low, middle, late).forEach(FairPoolTest::assertRests);
        assertThat(order)
                .containsExactly(
                        "middle0", "late0", "late1", "late2", "middle1", "middle2", "low0", "low1",
                        "low2");
    }

    @Test
    void aLaneKnowsWhetherWorkOfOthersWaits() {
        FairPool pool = pool(1, LONG);
        CountDownLatch go = new CountDownLatch(1);
        Lane own = pool.openLane(1, () -> 0);
        Lane other = pool.openLane(1, () -> 0);
        own.execute(() -> await(go));
        own.execute(() -> {});
        assertThat(own.othersWait()).isFalse();
        other.execute(() -> {});
        assertThat(own.othersWait()).isTrue();
        go.countDown();
        assertRests(own);
        assertRests(other);
        assertThat(own.othersWait()).isFalse();
    }

    @Test
    void aFreeThreadGoesToTheLaneWithTheFewest() throws Exception {
        FairPool pool = pool(4, LONG);
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch small = new CountDownLatch(100);
        Lane endless = pool.openLane(4, () -> 0);
        Lane quick = pool.openLane(4, () -> 0);
        CountDownLatch allBusy = new CountDownLatch(4);
        CountDownLatch go = new CountDownLatch(1);
        for (int i = 0; i < 4; i++) {
            quick.execute(() -> {
                allBusy.countDown();
                await(go);
            });
        }
        await(allBusy);
        for (int i = 0; i < 100; i++) {
            endless.execute(() -> await(end));
            quick.execute(small::countDown);
        }
        go.countDown();
        assertThat(small.await(Await.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .as("the quick work ends, as the endless work does not get all threads")
                .isTrue();
        endless.dropWaiting();
        end.countDown();
        assertRests(endless);
        assertRests(quick);
    }

    @Test
    void aLaneTakesNoMoreThanItsSlots() {
        Lane lane = pool(4, LONG).openLane(2, () -> 0);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        for (int i = 0; i < 200; i++) {
            lane.execute(() -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                Thread.yield();
                running.decrementAndGet();
            });
        }
        assertRests(lane);
        assertThat(most.get()).isBetween(1, 2);
    }

    @Test
    void allThreadsWorkAtOnceWhenThereIsWork() {
        Lane lane = pool(4, LONG).openLane(4, () -> 0);
        for (int round = 0; round < 100; round++) {
            CountDownLatch all = new CountDownLatch(4);
            for (int i = 0; i < 4; i++) {
                lane.execute(() -> {
                    all.countDown();
                    await(all);
                });
            }
            assertRests(lane);
        }
    }

    @Test
    void threadsComeOnDemandAndEndWhenIdle() throws Exception {
        FairPool pool = pool(4, Duration.ofMillis(50));
        assertThat(threads()).isEmpty();
        Lane lane = pool.openLane(4, () -> 0);
        AtomicBoolean daemon = new AtomicBoolean();
        lane.execute(() -> daemon.set(Thread.currentThread().isDaemon()));
        assertRests(lane);
        assertThat(daemon).isTrue();
        Await.until("the idle thread ends", () -> threads().isEmpty());
        lane.execute(() -> daemon.set(false));
        assertRests(lane);
        assertThat(daemon).isFalse();
    }

    @Test
    void whatWorkChangedOnItsThreadIsPutBack() {
        Lane lane = pool(1, LONG).openLane(1, () -> 0);
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        lane.execute(() -> {
            Thread thread = Thread.currentThread();
            thread.setName("mine");
            thread.setPriority(Thread.MIN_PRIORITY);
            thread.setContextClassLoader(null);
            thread.setUncaughtExceptionHandler((where, what) -> {});
            thread.interrupt();
        });
        lane.execute(() -> {
            Thread thread = Thread.currentThread();
            boolean loader = thread.getContextClassLoader() == FairPool.class.getClassLoader();
            boolean handler = thread.getUncaughtExceptionHandler() == thread.getThreadGroup();
            seen.add(
                    thread.getName()
                            + " "
                            + thread.getPriority()
                            + " "
                            + thread.isInterrupted()
                            + " "
                            + loader
                            + " "
                            + handler);
        });
        assertRests(lane);
        assertThat(seen).containsExactly("millrace-test-1 5 false true true");
    }

    @Test
    void workThatThrowsDoesNotCostAThread() {
        Lane lane = pool(1, LONG).openLane(1, () -> 0);
        List<String> names = Collections.synchronizedList(new ArrayList<>());
        lane.execute(() -> {
            throw new AssertionError("thrown by a test; its trace in the log is expected");
        });
        lane.execute(() -> names.add(Thread.currentThread().getName()));
        assertRests(lane);
        assertThat(names).containsExactly("millrace-test-1");
    }

    @Test
    void anAbandonedThreadIsReplacedAndEndsWhenItReturns() throws Exception {
        Lane lane = pool(1, LONG).openLane(1, () -> 0);
        CountDownLatch stuck = new CountDownLatch(1);
        CountDownLatch started = new CountDownLatch(1);
        Runnable work =
                () -> {
                    started.countDown();
                    Uninterrupted.await(stuck);
                };
        lane.execute(work);
        started.await();
        List<String> names = Collections.synchronizedList(new ArrayList<>());
        lane.execute(() -> names.add(Thread.currentThread().getName()));
        lane.abandon(running -> running == work);
        assertRests(lane);
        assertThat(names).containsExactly("millrace-test-1");
        assertThat(threads()).containsExactly("millrace-test-1", "millrace-test-1-abandoned");
        stuck.countDown();
        Await.until("the abandoned thread ends", () -> threads().size() == 1);
    }

    @Test
    void abandoningWorkThatHasEndedChangesNothing() {
        Lane lane = pool(1, LONG).openLane(1, () -> 0);
        Runnable work = () -> {};
        lane.execute(work);
        assertRests(lane);
        lane.abandon(running -> running == work);
        assertThat(threads()).containsExactly("millrace-test-1");
    }

    @Test
    void droppedWorkIsNotBegun() {
        Lane lane = pool(1, LONG).openLane(1, () -> 0);
        CountDownLatch go = new CountDownLatch(1);
        AtomicBoolean begun = new AtomicBoolean();
        lane.execute(() -> await(go));
        lane.execute(() -> begun.set(true));
        lane.dropWaiting();
        go.countDown();
        assertRests(lane);
        assertThat(begun).isFalse();
    }

    /** Work that begins once it is released, whatever thread is free. */
    private static final class HeldWork implements WaitingWork {

        private final WaitingWork held = new FirstComeWork();
        private volatile boolean released;

        @Override
        public void add(Runnable work, boolean first) {
            held.add(work, first);
        }

        @Override
        public Runnable poll() {
            return released ? held.poll() : null;
        }

        @Override
        public boolean isEmpty() {
            return held.isEmpty();
        }

        @Override
        public void clear() {
            held.clear();
        }
    }

    @Test
    void workThatWaitsLongerHoldsNoThreadAndIsAskedForAgain() {
        FairPool pool = pool(1, Duration.ofMillis(1));
        HeldWork held = new HeldWork();
        Lane lane = pool.openLane(1, () -> 1, held);
        AtomicBoolean begun = new AtomicBoolean();
        lane.execute(() -> begun.set(true));
        Lane other = pool.openLane(1, () -> 0);
        other.execute(() -> {});
        assertRests(other);
        assertThat(begun).isFalse();
        held.released = true;
        assertRests(lane);
        assertThat(begun).isTrue();
    }

    @Test
    void aClosedPoolRefusesWorkAndHasNoThread() {
        FairPool pool = pool(2, LONG);
        Lane lane = pool.openLane(2, () -> 0);
        lane.execute(() -> {});
        assertRests(lane);
        pool.close();
        assertThat(threads()).isEmpty();
        assertThatThrownBy(() -> lane.execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessage("the engine's test pool is closed");
    }
}
