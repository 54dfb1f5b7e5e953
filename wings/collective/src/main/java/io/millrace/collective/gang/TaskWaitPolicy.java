package io.millrace.collective.gang;

import io.millrace.exchange.gang.WaitPolicy;
import io.millrace.hadoop.scope.TaskSlot;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.jspecify.annotations.Nullable;

/** Waiting in a task: reports signs of life, and lets other tasks of the job run meanwhile. */
record TaskWaitPolicy(TaskAttemptContext task, @Nullable TaskSlot slot) implements WaitPolicy {

    @Override
    public <T> T pass(Wait<T> wait) throws InterruptedException {
        if (slot == null) {
            return wait.call();
        }
        try {
            return slot.aside(wait::call);
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("a wait failed", e);
        }
    }

    @Override
    public void alive() {
        task.progress();
    }
}
