package io.millrace.engine.job;

import io.millrace.engine.job.pool.WaitingWork;
import io.millrace.engine.job.remote.Placement;
import io.millrace.engine.job.schedule.AttemptRun;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Attempts at map tasks that wait, in the order that a placement chooses. */
final class PlacedWork implements WaitingWork {

    private final Placement placement;
    private final Map<Integer, AttemptRun> byTask = new HashMap<>();

    PlacedWork(Placement placement) {
        this.placement = placement;
    }

    @Override
    public void add(Runnable work, boolean first) {
        AttemptRun attempt = (AttemptRun) work; // the lane of a TaskSet has nothing else
        byTask.put(attempt.id().task(), attempt);
        placement.add(attempt.id().task(), first);
    }

    @Override
    public @Nullable Runnable poll() {
        int task = placement.next();
        return task == Placement.NONE ? null : byTask.remove(task);
    }

    @Override
    public boolean isEmpty() {
        return byTask.isEmpty();
    }

    @Override
    public void clear() {
        byTask.clear();
        placement.clear();
    }
}
