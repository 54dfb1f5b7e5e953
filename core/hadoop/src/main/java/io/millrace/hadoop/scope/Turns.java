package io.millrace.hadoop.scope;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.task.AttemptDiscardedException;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.Thrown;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which attempts of a job may run the job's code at the same time, on any number of
 * threads: all of them, or one at a time. All may, until one is about to change state of the
 * process; from then on, each waits for its turn, and no attempt of another job runs beside one
 * that changes state. The engine's work for an attempt needs no turn. Thread-safe.
 */
public final class Turns {

    private static final Logger LOG = LoggerFactory.getLogger(Turns.class);

    /** The state of the process that the attempts of a job find. */
    public enum State {
        /**
         * The client's. Only attempts that announce a change are looked at: all code that may make
         * one is guarded.
         */
        ANNOUNCED,
        /** The client's. Any attempt may change it without announcing that. */
        CLIENTS,
        /**
         * The state that the attempt before left, for classes that all attempts share and that may
         * make a change once. The client finds its own.
         */
        CARRIED,
        /** The same, for classes in which no change was found. */
        UNTOUCHED,
        /** The process's: attempts may share what any of them changes. */
        SHARED
    }

    private final ProcessTurns process;
    private final Entrant.Job job;

    /**
     * Becomes {@link State#CLIENTS} or {@link State#CARRIED} once an attempt has changed state
     * without announcing it.
     */
    @GuardedBy("process")
    private State state;

    @GuardedBy("process")
    private final ChangeWatch watch = new ChangeWatch();

    /** The attempts that have run the job's code and not ended. */
    @GuardedBy("process")
    private final Map<AttemptId, Entrant> entrants = new HashMap<>();

    @GuardedBy("process")
    private final OwnState carried = new OwnState();

    @GuardedBy("process")
    private boolean oneAtATime;

    @GuardedBy("process")
    private boolean changed;

    @GuardedBy("process")
    private boolean nested;

    /** The job as other jobs of the process know it. They call it with the lock. */
    private final class AsNeighbour implements Entrant.Job {
        @Override
        @SuppressWarnings("GuardedBy")
        public boolean oneAtATime() {
            return oneAtATime;
        }

        @Override
        @SuppressWarnings("GuardedBy")
        public boolean nested() {
            return nested;
        }

        @Override
        public void changed(String value) {
            changedUnannounced(value);
        }
    }

    /**
     * The turns of a job.
     *
     * @param oneAtATime whether attempts run one at a time from the start
     */
    public Turns(boolean oneAtATime, State state) {
        this(oneAtATime, state, ProcessTurns.OF_PROCESS);
    }

    Turns(boolean oneAtATime, State state, ProcessTurns process) {
        this.oneAtATime = oneAtATime;
        this.state = state;
        this.process = process;
        this.job = new AsNeighbour();
    }

    /** Call it before the first attempt, if a task has submitted the job. */
    public void submittedByTask() {
        synchronized (process) {
            nested = true;
        }
    }

    /** Waits until the attempt may run the job's code. Reentrant. */
    public void enter(AttemptId attempt) throws InterruptedException {
        synchronized (process) {
            Entrant entrant = entrants.computeIfAbsent(attempt, this::entrant);
            if (entrant.times == 0) {
                process.began(job);
                entrant.exclusive = isExclusive(entrant);
                process.enter(entrant);
            }
            entrant.times++;
            if (entrant.times == 1) {
                bring(entrant);
            }
        }
    }

    private Entrant entrant(AttemptId attempt) {
        return new Entrant(job, attempt.isJob());
    }

    /** Whether an attempt must not run beside those of other jobs. */
    @GuardedBy("process")
    private boolean isExclusive(Entrant entrant) {
        return switch (state) {
            case ANNOUNCED -> entrant.own != null;
            case CLIENTS, CARRIED -> true;
            case UNTOUCHED, SHARED -> false;
        };
    }

    /** Brings the state that the attempt finds. */
    @GuardedBy("process")
    private void bring(Entrant entrant) {
        if (entrant.ofJob) {
            if (isExclusive(entrant) && entrant.own == null) {
                entrant.own = new OwnState();
            }
        } else {
            findState(entrant);
        }
        if (entrant.own != null) {
            entrant.own.enter();
        }
    }

    @GuardedBy("process")
    private void findState(Entrant entrant) {
        if (state == State.ANNOUNCED || state == State.CLIENTS) {
            watch.enters();
        }
        if (entrant.own == null) {
            entrant.own =
                    switch (state) {
                        case ANNOUNCED, SHARED -> null;
                        case CLIENTS -> new OwnState();
                        case CARRIED, UNTOUCHED -> carried;
                    };
        }
    }

    /**
     * Waits until no other attempt in the process runs its job's code, and keeps them waiting while
     * this one runs. Call it before the attempt changes state of the process. Does nothing for code
     * that runs outside a turn.
     *
     * @param call the change, for people
     */
    void alone(AttemptId attempt, String call) throws InterruptedException {
        synchronized (process) {
            Entrant entrant = entrants.get(attempt);
            if (entrant == null || entrant.times == 0 || !isToWait(entrant)) {
                return;
            }
            if (entrant.helpers.contains(Thread.currentThread())) {
                aloneAtOnce(attempt, entrant, call);
                return;
            }
            announce(entrant, call);
            process.makeExclusive(entrant);
            if (entrant.times > 0) {
                bringOwn(entrant);
            }
        }
    }

    @GuardedBy("process")
    private void bringOwn(Entrant entrant) {
        if (entrant.own == null) {
            entrant.own = new OwnState();
        }
        entrant.own.enter();
    }

    /**
     * The same for a thread that the attempt waits for, as others may that have to leave first: if
     * they run, the attempt gives up, and runs again when none of them does.
     */
    @GuardedBy("process")
    private void aloneAtOnce(AttemptId attempt, Entrant entrant, String call) {
        announce(entrant, call);
        if (process.tryMakeExclusive(entrant)) {
            bringOwn(entrant);
            return;
        }
        becomeExclusive(state == State.ANNOUNCED ? State.CLIENTS : state);
        watch.discards(attempt);
        throw Thrown.again(Objects.requireNonNull(watch.refusal(attempt)));
    }

    @GuardedBy("process")
    private void announce(Entrant entrant, String call) {
        if (entrant.ofJob) {
            return;
        }
        if (!oneAtATime) {
            LOG.warn(
                    "From now on, only one task of the job at a time runs its code, because of"
                            + " {}. It changes state of the process, and each task finds the"
                            + " state as the client left it, as on a cluster. Tasks of other"
                            + " jobs in this process wait meanwhile. To run tasks in parallel,"
                            + " set millrace.task.isolation to process, which gives each task"
                            + " its own process",
                    call);
        }
        oneAtATime = true;
        changed = true;
    }

    /**
     * Does work for an attempt on another thread than its own, which may call the job's code but
     * must not wait for other attempts. If another one runs while the attempt itself waits, the
     * work does not count, and the attempt runs again.
     */
    void help(AttemptId attempt, Callable<?> work) throws Exception {
        Entrant entrant = helps(attempt);
        try {
            work.call();
        } finally {
            if (entrant != null) {
                process.helped(entrant, Thread.currentThread());
            }
        }
    }

    private @Nullable Entrant helps(AttemptId attempt) {
        synchronized (process) {
            Entrant entrant = entrants.get(attempt);
            if (entrant != null && process.helps(entrant, Thread.currentThread())) {
                watch.discards(attempt);
            }
            return entrant;
        }
    }

    /** Whether an attempt runs beside no other, so that it may have changed state. */
    public boolean isAlone(AttemptId attempt) {
        synchronized (process) {
            Entrant entrant = entrants.get(attempt);
            return entrant != null && entrant.exclusive;
        }
    }

    /** Whether an attempt that is about to change state has to wait for others. */
    @GuardedBy("process")
    private boolean isToWait(Entrant entrant) {
        boolean alone = entrant.exclusive && entrant.own != null && entrant.own.isInPlace();
        return state != State.SHARED && !alone;
    }

    /**
     * Looks for a change of state that no attempt announced: by reflection, for instance, or in
     * native code. If there is one, the attempts that are running cannot keep what they have made,
     * and from now on attempts run one at a time and find the client's state. Call it before an
     * attempt commits.
     *
     * @throws AttemptDiscardedException if the attempt has made such a change or ran beside one
     */
    public void requireUntouched(AttemptId attempt)
            throws AttemptDiscardedException, InterruptedException {
        synchronized (process) {
            if (state == State.ANNOUNCED) {
                enter(attempt); // no other attempt's state is in the process
                try {
                    lookForChanges(attempt);
                } finally {
                    leave(attempt);
                }
            }
            AttemptDiscardedException refusal = watch.refusal(attempt);
            if (refusal != null) {
                throw refusal;
            }
        }
    }

    /** Why neither an attempt's result nor its failure counts; null if they do. */
    public @Nullable AttemptDiscardedException refusal(AttemptId attempt) {
        synchronized (process) {
            return watch.refusal(attempt);
        }
    }

    @GuardedBy("process")
    private void lookForChanges(AttemptId attempt) {
        Entrant entrant = entrants.get(attempt);
        String value = entrant == null || entrant.own != null ? null : watch.changed();
        if (value != null) {
            process.tell(value, each -> true);
        }
    }

    private void changedUnannounced(String value) {
        synchronized (process) {
            if (state == State.SHARED) {
                return;
            }
            LOG.warn(
                    "A task in this process, or the client, has changed {} without a call that"
                            + " Millrace can see. The running tasks are run again, and from now on"
                            + " only one task of the job at a time runs its code and finds the"
                            + " state of the process as the client left it. To run tasks in"
                            + " parallel, set millrace.task.isolation to process, which gives each"
                            + " task its own process",
                    value);
            oneAtATime = true;
            watch.touches(entrants.keySet());
            becomeExclusive(state == State.ANNOUNCED ? State.CLIENTS : state);
        }
    }

    @GuardedBy("process")
    private void becomeExclusive(State now) {
        changed = true;
        state = now == State.UNTOUCHED ? State.CARRIED : now;
        entrants.values().forEach(each -> each.exclusive = true);
    }

    /**
     * Whether an attempt has announced a change of state or made one, so that its classes may
     * depend on it.
     */
    public boolean changed() {
        synchronized (process) {
            return changed;
        }
    }

    /** Undoes {@link #enter}. Does nothing for an abandoned attempt. */
    public void leave(AttemptId attempt) {
        synchronized (process) {
            Entrant entrant = entrants.get(attempt);
            if (entrant != null && entrant.times > 1) {
                entrant.times--;
            } else if (entrant != null && entrant.times == 1) {
                pass(entrant);
            }
        }
    }

    /**
     * Releases the attempt's turn until {@link #resume}; other attempts may have the turn
     * meanwhile.
     *
     * @return how often the attempt had entered; 0 if it does not have the turn
     */
    int suspend(AttemptId attempt) {
        synchronized (process) {
            Entrant entrant = entrants.get(attempt);
            if (entrant == null || entrant.times == 0) {
                return 0;
            }
            int times = entrant.times;
            pass(entrant);
            return times;
        }
    }

    /** Takes the turn again as many times as {@link #suspend} returned, however long that takes. */
    void resume(AttemptId attempt, int times) throws InterruptedException {
        synchronized (process) {
            if (times > 0) {
                enter(attempt);
                entrants.computeIfAbsent(attempt, this::entrant).times = times;
            }
        }
    }

    /**
     * The attempt's code submits a job, for which it will wait: others may have the turn until the
     * job has ended.
     *
     * @return waits until the attempt has the turn again; call it before the code can see the end
     *     of the job
     */
    Runnable awaitsJob(AttemptId attempt) {
        synchronized (process) {
            Entrant entrant = entrants.get(attempt);
            if (entrant == null || entrant.times == 0) {
                return () -> {};
            }
            process.awaitsJob(entrant);
            int visit = entrant.visits;
            return () -> jobEnded(entrant, visit);
        }
    }

    private void jobEnded(Entrant entrant, int visit) {
        synchronized (process) {
            try {
                process.jobEnded(entrant, visit);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the process is ending
            }
            if (entrant.visits == visit && !entrant.away() && entrant.own != null) {
                entrant.own.enter();
            }
        }
    }

    /** Releases the attempt's turn for good. */
    public void ended(AttemptId attempt) {
        synchronized (process) {
            Entrant entrant = entrants.remove(attempt);
            if (entrant != null) {
                pass(entrant);
            }
            watch.ended(attempt);
            if (entrants.isEmpty()) {
                process.ended(job);
            }
        }
    }

    @GuardedBy("process")
    private void pass(Entrant entrant) {
        entrant.times = 0;
        process.leave(entrant);
        if (entrant.own != null) {
            String value = state == State.UNTOUCHED ? entrant.own.changed() : null;
            entrant.own.leave();
            if (value != null) {
                boolean alone = entrant.exclusive;
                becomeExclusive(State.CARRIED);
                // The job's own attempts ran one at a time, and the next finds what this one left.
                process.tell(value, each -> each != job && !alone);
            }
        }
    }
}
