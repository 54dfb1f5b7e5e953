package io.millrace.engine.job.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A slot is idle if the process of the job has no map task for it. */
class WorkerSlotsTest {

    private final WorkerSlots slots = new WorkerSlots(2);
    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void aSlotBetweenTwoMapTasksIsNotIdle() {
        slots.whenIdle(runs::incrementAndGet);
        slots.begin();
        slots.end();
        assertThat(runs).hasValue(0);
        assertThat(slots.idle()).isZero();
        slots.tasksWait(false);
        assertThat(runs).hasValue(1);
        assertThat(slots.idle()).isEqualTo(2);
    }

    @Test
    void workForAnIdleSlotWaitsUntilOneIs() {
        slots.tasksWait(false);
        slots.begin();
        slots.begin();
        slots.whenIdle(runs::incrementAndGet);
        assertThat(runs).hasValue(0);
        slots.end();
        assertThat(runs).hasValue(1);
        slots.end();
        assertThat(runs).as("once").hasValue(1);
    }

    @Test
    void workForAnIdleSlotRunsAtOnceIfOneIs() {
        slots.tasksWait(false);
        slots.begin();
        slots.whenIdle(runs::incrementAndGet);
        assertThat(runs).hasValue(1);
    }

    @Test
    void workThatWasDroppedDoesNotRun() {
        slots.whenIdle(runs::incrementAndGet);
        slots.dropWaiting();
        slots.tasksWait(false);
        assertThat(runs).hasValue(0);
    }
}
