package io.millrace.hadoop.scope;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.millrace.engine.job.AttemptDiscardedException;
import io.millrace.engine.task.AttemptId;
import io.millrace.hadoop.state.ProcessState;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which attempts of a job may run the job's code at the same time, on any number of
 * threads: all of them, or one at a time. All may, until one is about to change state of the
 * process; from then on, each waits for its turn. The engine's work for an attempt needs no turn.
 * Thread-safe.
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
        CARRIED
    }

    /** Becomes {@link State#CLIENTS} once an attempt has changed state without announcing it. */
    @GuardedBy("this")
    private State state;

    @GuardedBy("this")
    private final ChangeWatch watch = new ChangeWatch();

    /** The attempts that run the job's code, and how often each has entered. */
    @GuardedBy("this")
    private final Map<AttemptId, Integer> inside = new HashMap<>();

    /** Those of them that wait before they change state. They have changed none so far. */
    @GuardedBy("this")
    private final Set<AttemptId> parked = new HashSet<>();

    @GuardedBy("this")
    private final Map<AttemptId, OwnState> changes = new HashMap<>();

    @GuardedBy("this")
    private final OwnState carried = new OwnState();

    @GuardedBy("this")
    private boolean oneAtATime;

    @GuardedBy("this")
    private boolean changed;

    /** The state that the attempts of a job leave behind, when another one's is in the process. */
    private static final class OwnState {

        private @Nullable ProcessState clients;
        private @Nullable ProcessState own;

        /** Puts it into the process. */
        void enter() {
            clients = ProcessState.read();
            if (own != null) {
                own.restore();
            }
        }

        /** Takes it from the process. */
        void leave() {
            if (clients != null) {
                own = ProcessState.read();
                clients.restore();
                clients = null;
            }
        }
    }

    /**
     * The turns of a job.
     *
     * @param oneAtATime whether attempts run one at a time from the start
     */
    public Turns(boolean oneAtATime, State state) {
        this.oneAtATime = oneAtATime;
        this.state = state;
    }

    /** Waits until the attempt may run the job's code. Reentrant. */
    public synchronized void enter(AttemptId attempt) throws InterruptedException {
        while (oneAtATime && othersRun(attempt)) {
            wait();
        }
        if (inside.merge(attempt, 1, Integer::sum) == 1) {
            watch.enters(attempt);
            OwnState own = stateOf(attempt);
            if (own != null) {
                enter(own);
            }
        }
    }

    @GuardedBy("this")
    private void enter(OwnState own) {
        watch.announces();
        own.enter();
    }

    @GuardedBy("this")
    private @Nullable OwnState stateOf(AttemptId attempt) {
        return switch (state) {
            case ANNOUNCED -> changes.get(attempt);
            case CLIENTS -> changes.computeIfAbsent(attempt, each -> new OwnState());
            case CARRIED -> carried;
        };
    }

    @GuardedBy("this")
    private boolean othersRun(AttemptId attempt) {
        for (AttemptId other : inside.keySet()) {
            if (!other.equals(attempt) && !parked.contains(other)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Waits until no other attempt of the job runs its code, and keeps them waiting while this one
     * runs. Call it before the attempt changes state of the process. Does nothing for code that
     * runs outside a turn.
     *
     * @param call the change, for people
     */
    synchronized void alone(AttemptId attempt, String call) throws InterruptedException {
        if (!inside.containsKey(attempt) || changes.containsKey(attempt)) {
            return;
        }
        if (!oneAtATime) {
            LOG.warn(
                    "From now on, only one task of the job at a time runs its code, because of"
                            + " {}. It changes state of the process, and each task finds the state"
                            + " as the client left it, as on a cluster. To run tasks in parallel,"
                            + " set millrace.task.isolation to process, which gives each task its"
                            + " own process",
                    call);
        }
        oneAtATime = true;
        changed = true;
        parked.add(attempt);
        notifyAll();
        try {
            while (othersRun(attempt)) {
                wait();
            }
        } finally {
            parked.remove(attempt);
        }
        if (state == State.ANNOUNCED && inside.containsKey(attempt)) {
            enter(changes.computeIfAbsent(attempt, each -> new OwnState()));
        }
    }

    /**
     * Looks for a change of state that no attempt announced: by reflection, for instance, or in
     * native code. If there is one, the attempts that are running cannot keep what they have made,
     * and from now on attempts run one at a time and find the client's state. Call it before an
     * attempt commits.
     *
     * @throws AttemptDiscardedException if the attempt has made such a change or ran beside one
     */
    public synchronized void requireUntouched(AttemptId attempt) throws AttemptDiscardedException {
        if (state == State.ANNOUNCED && !changes.containsKey(attempt)) {
            String value = watch.changed();
            if (value != null) {
                LOG.warn(
                        "A task of the job, or the client, has changed {} without a call that"
                                + " Millrace can see. The running tasks are run again, and from"
                                + " now on only one task of the job at a time runs its code and"
                                + " finds the state of the process as the client left it. To run"
                                + " tasks in parallel, set millrace.task.isolation to process,"
                                + " which gives each task its own process",
                        value);
                oneAtATime = true;
                changed = true;
                state = State.CLIENTS;
                watch.touchesAll();
            }
        }
        watch.requireUntouched(attempt);
    }

    /**
     * Whether an attempt has announced a change of state or made one, so that its classes may
     * depend on it.
     */
    public synchronized boolean changed() {
        return changed;
    }

    /** Undoes {@link #enter}. Does nothing for an abandoned attempt. */
    public synchronized void leave(AttemptId attempt) {
        Integer times = inside.get(attempt);
        if (times != null && times > 1) {
            inside.put(attempt, times - 1);
        } else if (times != null) {
            pass(attempt);
        }
    }

    /**
     * Releases the attempt's turn until {@link #resume}; other attempts may have the turn
     * meanwhile.
     *
     * @return how often the attempt had entered; 0 if it does not have the turn
     */
    synchronized int suspend(AttemptId attempt) {
        int times = inside.getOrDefault(attempt, 0);
        if (times > 0) {
            pass(attempt);
        }
        return times;
    }

    /** Takes the turn again as many times as {@link #suspend} returned, however long that takes. */
    synchronized void resume(AttemptId attempt, int times) throws InterruptedException {
        if (times > 0) {
            enter(attempt);
            inside.put(attempt, times);
        }
    }

    /** Releases the attempt's turn for good. */
    public synchronized void ended(AttemptId attempt) {
        if (inside.containsKey(attempt)) {
            pass(attempt);
        }
        changes.remove(attempt);
        watch.ended(attempt);
    }

    @GuardedBy("this")
    private void pass(AttemptId attempt) {
        inside.remove(attempt);
        OwnState own = state == State.CARRIED ? carried : changes.get(attempt);
        if (own != null) {
            own.leave();
        }
        notifyAll();
    }
}
