package io.millrace.engine.job.schedule;

import io.millrace.engine.job.pool.FairPool.Lane;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Where attempts wait for their slot.
 *
 * @param laneOf the lane of a task, from 0
 */
public record TaskLanes(List<Lane> lanes, IntUnaryOperator laneOf) {

    /** One lane for all tasks. */
    public static TaskLanes single(Lane lane) {
        return new TaskLanes(List.of(lane), task -> 0);
    }

    Lane of(int task) {
        return lanes.get(laneOf.applyAsInt(task));
    }
}
