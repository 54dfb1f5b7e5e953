package io.millrace.hadoop.job;

import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.Thrown;
import io.millrace.hadoop.scope.TaskSlot;
import io.millrace.hadoop.scope.Turns;
import io.millrace.hadoop.scope.UserScope;
import io.millrace.hadoop.task.JobEnvironment;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs user code of a job rather than of a task: above all its committer. Each step runs on a
 * separate thread, which is abandoned if it does not stop after a kill, because the job must end.
 * The steps take turns with attempts, and share a state of the process, as in the process of an
 * application master. Called on the job's thread.
 */
final class JobSteps implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(JobSteps.class);

    private final JobEnvironment job;
    private final UserScope scope;
    private final Turns turns;
    private final KillSwitch kill;
    private final long cancelMillis;

    /**
     * The steps of a job.
     *
     * @param submittedByTask whether a task waits for the job, and keeps its turn meanwhile
     */
    JobSteps(JobEnvironment job, boolean submittedByTask, KillSwitch kill) {
        this.job = job;
        Turns attempts = job.classes().turns();
        this.turns = attempts == null ? new Turns(false, Turns.State.ANNOUNCED) : attempts;
        if (submittedByTask) {
            turns.submittedByTask();
        }
        this.scope =
                new UserScope(
                        job.user(),
                        job.conf(),
                        job.classes(),
                        null,
                        TaskSlot.ofJob(turns, job.id().toString()),
                        () -> {});
        this.kill = kill;
        this.cancelMillis =
                job.conf()
                        .getLong(
                                MRJobConfig.MR_AM_COMMITTER_CANCEL_TIMEOUT_MS,
                                MRJobConfig.DEFAULT_MR_AM_COMMITTER_CANCEL_TIMEOUT_MS);
    }

    /** Runs a step, which a kill interrupts. Throws the step's exceptions unchanged. */
    <T> T run(String step, Callable<T> work) throws Exception {
        Step<T> running = new Step<>(work);
        kill.enter(running.thread);
        try {
            running.thread.start();
            if (running.endsBeforeAKill() || running.stopsInTime()) {
                return running.result();
            }
        } finally {
            kill.leave();
        }
        running.leaveBehind(step);
        throw new JobKilledException(kill.why() + "; the job's " + step + " did not stop");
    }

    /** Runs an undo step. A kill does not interrupt it, but ends the wait for it. */
    void undo(String step, Runnable work) throws Exception {
        Step<Boolean> running =
                new Step<>(() -> {
                    work.run();
                    return true;
                });
        running.thread.start();
        if (running.endsBeforeAKill() || running.stopsInTime()) {
            running.result();
        } else {
            running.leaveBehind(step);
        }
    }

    /** Call it after the last step. */
    @Override
    public void close() {
        turns.ended(AttemptId.ofJob());
    }

    /** A running step. */
    private final class Step<T> {

        private final CompletableFuture<T> done = new CompletableFuture<>();
        private final Thread thread;

        Step(Callable<T> work) {
            thread =
                    new Thread(
                            null, () -> perform(work), "millrace-" + job.id() + "-step", 0, false);
            thread.setDaemon(true);
        }

        private void perform(Callable<T> work) {
            try {
                done.complete(scope.call(() -> inTurn(work)));
            } catch (Throwable e) { // rethrown on the job's thread
                done.completeExceptionally(Thrown.sound(e));
            }
        }

        private T inTurn(Callable<T> work) throws Exception {
            turns.enter(AttemptId.ofJob());
            try {
                return work.call();
            } finally {
                turns.leave(AttemptId.ofJob());
            }
        }

        boolean endsBeforeAKill() {
            CompletableFuture.anyOf(done.handle((result, failure) -> true), kill.asked()).join();
            return done.isDone();
        }

        boolean stopsInTime() throws InterruptedException {
            try {
                done.handle((result, failure) -> true).get(cancelMillis, TimeUnit.MILLISECONDS);
                return true;
            } catch (TimeoutException e) {
                return false;
            } catch (ExecutionException e) {
                throw new IllegalStateException("waiting for a step cannot fail", e);
            }
        }

        T result() throws Exception {
            try {
                return done.get();
            } catch (ExecutionException e) {
                throw Thrown.again(Objects.requireNonNull(e.getCause()));
            }
        }

        void leaveBehind(String step) {
            LOG.warn(
                    "{}: its {} did not stop within {} ms after the job was killed; its"
                            + " thread is abandoned"
                            + " (yarn.app.mapreduce.am.job.committer.cancel-timeout sets the"
                            + " limit)",
                    job.id(),
                    step,
                    cancelMillis);
        }
    }
}
