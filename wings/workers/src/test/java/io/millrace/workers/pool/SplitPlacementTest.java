package io.millrace.workers.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.job.remote.Placement;
import io.millrace.testing.Seeds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Which worker runs which map task, by a clock that the test sets. */
class SplitPlacementTest {

    private static final int SLOTS = 2;
    private static final int RUNS = 200;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final List<BitSet> local = new ArrayList<>();
    private long now;
    private SplitPlacement placement = placement(1);

    private SplitPlacement placement(int workers) {
        return new SplitPlacement(local, workers, SLOTS, () -> now);
    }

    /** Adds waiting tasks, whose data these workers' hosts have. */
    private void tasks(int count, int... workers) {
        for (int i = 0; i < count; i++) {
            BitSet at = new BitSet();
            for (int worker : workers) {
                at.set(worker);
            }
            local.add(at);
            placement.add(local.size() - 1, false);
        }
    }

    /** Starts the next task, and returns its worker; none if all wait. */
    private int start() {
        int task = startNext();
        return task == Placement.NONE ? Placement.NONE : placement.workerOf(task);
    }

    private List<Integer> start(int count) {
        List<Integer> started = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            started.add(startNext());
        }
        return started;
    }

    private int startNext() {
        int task = placement.next();
        if (task != Placement.NONE && placement.workerOf(task) != Placement.NONE) {
            placement.began(task, placement.workerOf(task));
        }
        return task;
    }

    private void end(int task, long seconds) {
        now += seconds * SECOND;
        placement.ended(task, true);
    }

    @Test
    void tasksRunWhereTheirDataIsInTheirOrder() {
        placement = placement(2);
        tasks(4, 0);
        tasks(4, 1);
        assertThat(start(4)).containsExactlyInAnyOrder(0, 1, 4, 5);
        assertThat(placement.workerOf(1)).isZero();
        assertThat(placement.workerOf(5)).isEqualTo(1);
        end(4, 1);
        assertThat(start(1)).containsExactly(6);
        end(1, 1);
        assertThat(start(1)).containsExactly(2);
    }

    @Test
    void dataThatNoHostHasGoesToTheWorkerWithTheMostFreeSlots() {
        placement = placement(3);
        tasks(1, 0);
        tasks(3);
        assertThat(List.of(start(), start(), start())).containsExactly(0, 1, 2);
    }

    @Test
    void anIdleWorkerLeavesTasksThatTheirWorkerEndsSooner() {
        placement = placement(2);
        tasks(3, 0);
        assertThat(List.of(start(), start())).containsExactly(0, 0);
        assertThat(start()).as("nothing is known of times").isEqualTo(Placement.NONE);
        end(0, 10);
        assertThat(start()).isZero();
        tasks(1, 0);
        assertThat(start()).as("20 s elsewhere, 15 s here").isEqualTo(Placement.NONE);
    }

    @Test
    void anIdleWorkerTakesTheLastTasksOfALongLane() {
        placement = placement(2);
        tasks(9, 0);
        assertThat(start(2)).containsExactly(0, 1);
        end(0, 10);
        assertThat(start(1)).containsExactly(2);
        assertThat(start(2)).as("six wait for 40 s, elsewhere it takes 20 s").containsExactly(8, 7);
        assertThat(placement.workerOf(8)).isEqualTo(1);
    }

    @Test
    void anIdleWorkerTakesNoMoreOnceTasksHaveTakenLongElsewhere() {
        placement = placement(2);
        tasks(36, 0);
        start(2);
        end(0, 10);
        assertThat(start(3)).containsExactly(2, 35, 34);
        for (int task = 1; task < 19; task += 2) {
            placement.ended(task, true);
            end(task + 1, 10);
            start(2);
        }
        placement.ended(35, true);
        assertThat(start(1)).as("90 s elsewhere, 75 s here").containsExactly(Placement.NONE);
    }

    @Test
    void anIdleWorkerTakesFromAStragglerThatHasEndedNothing() {
        placement = placement(2);
        tasks(3, 0);
        tasks(1, 1);
        start(3);
        end(3, 2);
        assertThat(start()).isEqualTo(Placement.NONE);
        now += 10 * SECOND;
        assertThat(start()).isEqualTo(1);
    }

    @Test
    void tasksOfALostWorkerGoToTheOthersAtOnce() {
        placement = placement(2);
        tasks(4, 0);
        start(2);
        placement.lost(0);
        placement.add(1, true);
        assertThat(start(2)).containsExactly(1, 3);
        assertThat(placement.workerOf(1)).isEqualTo(1);
        assertThat(start()).as("worker 1 has no free slot").isEqualTo(Placement.NONE);
        placement.arrived(0);
        assertThat(start()).isZero();
    }

    @Test
    void aTaskThatIsTriedAgainGoesFirstAndToItsData() {
        placement = placement(2);
        tasks(3, 0);
        tasks(3, 1);
        List<Integer> started = start(4);
        assertThat(started).containsExactlyInAnyOrder(0, 1, 3, 4);
        placement.ended(4, false);
        placement.add(4, true);
        assertThat(start(1)).containsExactly(4);
        assertThat(placement.workerOf(4)).isEqualTo(1);
        end(0, 1);
        end(4, 1);
        assertThat(placement.summary())
                .isEqualTo("2 map tasks ran on a host with their data, and 0 elsewhere");
    }

    @Test
    void withoutAnyWorkerOneTaskWaitsForTheFirst() {
        placement = placement(2);
        tasks(2, 0);
        placement.lost(0);
        placement.lost(1);
        assertThat(start(1)).containsExactly(1);
        assertThat(placement.workerOf(1)).isEqualTo(Placement.NONE);
        placement.arrived(0);
        placement.began(1, 0);
        placement.lost(1);
        assertThat(start(2)).containsExactly(0, Placement.NONE);
    }

    /** Workers take seconds to start, in which no task has begun. */
    @Test
    void aWorkerWithoutDataTakesNothingBeforeTheOthersHaveBegun() {
        placement = placement(2);
        tasks(6, 0);
        assertThat(List.of(placement.next(), placement.next())).containsExactly(0, 1);
        assertThat(placement.next()).isEqualTo(Placement.NONE);
    }

    /** An attempt may end before any worker runs it, and its task may not be tried again. */
    @Test
    void tasksWhoseAttemptsNeverBeganHoldNoWorker() {
        placement = placement(2);
        tasks(6, 0);
        tasks(4, 1);
        for (int i = 0; i < 2 * SLOTS; i++) {
            placement.next();
        }
        assertThat(placement.next()).as("they may begin soon").isEqualTo(Placement.NONE);
        now += 60 * SECOND;
        assertThat(placement.next()).isNotEqualTo(Placement.NONE);
        placement.add(0, true);
        assertThat(start()).as("task 0 is tried again").isZero();
    }

    @Test
    void droppedTasksDoNotStart() {
        placement = placement(2);
        tasks(2, 0, 1);
        tasks(2);
        placement.clear();
        assertThat(start()).isEqualTo(Placement.NONE);
    }

    /** Whatever fails and however long tasks take, each ends once, and something always runs. */
    @Test
    void eachTaskEndsOnce() {
        for (int run = 0; run < RUNS; run++) {
            endAll(Seeds.random("placement" + run), "run " + run + "; " + Seeds.line());
        }
    }

    private void endAll(Random random, String which) {
        local.clear();
        int workers = 1 + random.nextInt(5);
        placement = placement(workers);
        BitSet left = new BitSet();
        int tasks = 1 + random.nextInt(60);
        for (int task = 0; task < tasks; task++) {
            tasks(1, random.ints(random.nextInt(4), 0, workers).toArray());
            left.set(task);
        }
        List<Integer> running = new ArrayList<>();
        while (!left.isEmpty()) {
            now += random.nextInt(5) * SECOND;
            int task = running.size() < workers * SLOTS ? placement.next() : Placement.NONE;
            if (task != Placement.NONE) {
                assertThat(running).doesNotContain(task);
                running.add(task);
                if (random.nextInt(10) == 0) {
                    placement.began(task, random.nextInt(workers));
                }
                continue;
            }
            assertThat(running).as("tasks wait for nothing, %s", which).isNotEmpty();
            if (random.nextInt(10) == 0) {
                lose(random.nextInt(workers), running);
            }
            if (!running.isEmpty()) {
                Collections.shuffle(running, random);
                int ended = running.get(0);
                running.subList(0, 1).clear();
                boolean well = random.nextInt(4) > 0;
                placement.ended(ended, well);
                if (well) {
                    left.clear(ended);
                } else {
                    placement.add(ended, true);
                }
            }
        }
        assertThat(placement.next()).isEqualTo(Placement.NONE);
    }

    private void lose(int worker, List<Integer> running) {
        List<Integer> with =
                running.stream().filter(task -> placement.workerOf(task) == worker).toList();
        placement.lost(worker);
        running.removeAll(with);
        with.forEach(task -> placement.add(task, true));
        if (worker % 2 == 0) {
            placement.arrived(worker);
        }
    }
}
