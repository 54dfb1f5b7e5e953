package io.millrace.hadoop.scope;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Decides which attempts of all jobs in this process may run at the same time. Exclusive ones run
 * beside no attempt of another job. Those that wait get in in their order, so that neither they nor
 * the others wait for ever; attempts of jobs that tasks have submitted need not queue.
 *
 * <p>Nobody waits for an attempt that itself waits: before its first change, or for a job that it
 * has submitted. Thread-safe; the monitor is that of all turns of the process.
 */
public final class ProcessTurns {

    /** Those of this process. */
    static final ProcessTurns OF_PROCESS = new ProcessTurns();

    @GuardedBy("this")
    private final Set<Entrant> inside = new LinkedHashSet<>();

    @GuardedBy("this")
    private final Deque<Entrant> waiting = new ArrayDeque<>();

    /** The jobs with attempts that have begun and not ended. */
    @GuardedBy("this")
    private final Set<Entrant.Job> running = new HashSet<>();

    ProcessTurns() {}

    synchronized void began(Entrant.Job job) {
        running.add(job);
    }

    synchronized void ended(Entrant.Job job) {
        running.remove(job);
    }

    /** Tells running jobs of a change that their attempts may have made or found. */
    synchronized void tell(String value, Predicate<Entrant.Job> which) {
        List.copyOf(running).stream().filter(which).forEach(job -> job.changed(value));
    }

    /**
     * Waits until an entrant may run, and lets it in.
     *
     * @throws InterruptedException if the thread is interrupted, or the entrant has already left
     */
    synchronized void enter(Entrant entrant) throws InterruptedException {
        int visit = entrant.visits;
        waiting.addLast(entrant);
        await(entrant);
        if (entrant.visits != visit) {
            throw new InterruptedException("the attempt ended while it waited for its turn");
        }
        inside.add(entrant);
    }

    /** Lets an entrant wait inside until it may run as an exclusive one. */
    synchronized void makeExclusive(Entrant entrant) throws InterruptedException {
        entrant.parked = true;
        entrant.exclusive = true;
        boolean alone = false;
        waiting.addLast(entrant);
        notifyAll();
        try {
            await(entrant);
            alone = true;
        } finally {
            entrant.exclusive = alone;
            entrant.parked = false;
        }
    }

    /** Makes an entrant that is inside exclusive if nobody runs whom it would have to wait for. */
    synchronized boolean tryMakeExclusive(Entrant entrant) {
        boolean before = entrant.exclusive;
        entrant.exclusive = true;
        if (clashesInside(entrant)) {
            entrant.exclusive = before;
            return false;
        }
        putOthersAside(entrant);
        return true;
    }

    /**
     * Another thread begins to work for an entrant.
     *
     * @return whether it does so beside one that may have changed state since the entrant stands
     */
    synchronized boolean helps(Entrant entrant, Thread helper) {
        boolean beside =
                entrant.stands()
                        && inside.stream().anyMatch(each -> each.exclusive && runs(each, entrant));
        entrant.helpers.add(helper);
        return beside;
    }

    /** Such a thread has ended its work. */
    synchronized void helped(Entrant entrant, Thread helper) {
        entrant.helpers.remove(helper);
        notifyAll();
    }

    /** An entrant leaves, or does not wait any longer to enter. */
    synchronized void leave(Entrant entrant) {
        inside.remove(entrant);
        entrant.jobs = 0;
        entrant.visits++;
        notifyAll();
    }

    /** The code of an entrant that is inside has submitted a job, for which it will wait. */
    synchronized void awaitsJob(Entrant entrant) {
        entrant.jobs++;
        notifyAll();
    }

    /**
     * Such a job has ended: waits until the entrant may continue, unless it has already left.
     *
     * @param visit the number of its visit when it submitted the job
     */
    synchronized void jobEnded(Entrant entrant, int visit) throws InterruptedException {
        if (!stays(entrant, visit) || --entrant.jobs > 0) {
            return;
        }
        entrant.returns = true;
        waiting.addFirst(entrant);
        try {
            await(entrant);
        } finally {
            entrant.returns = false;
        }
    }

    @GuardedBy("this")
    private boolean stays(Entrant entrant, int visit) {
        return entrant.visits == visit && inside.contains(entrant);
    }

    /** Waits for the turn of one of those that wait, or until it has left. */
    @GuardedBy("this")
    private void await(Entrant entrant) throws InterruptedException {
        int visit = entrant.visits;
        try {
            while (entrant.visits == visit && mustWait(entrant)) {
                wait();
            }
            putOthersAside(entrant);
        } finally {
            waiting.remove(entrant);
            notifyAll();
        }
    }

    /** The entrant finds nothing in the process of attempts that stand still meanwhile. */
    @GuardedBy("this")
    private void putOthersAside(Entrant entrant) {
        for (Entrant other : inside) {
            if (other != entrant && other.away() && other.own != null) {
                other.own.leave();
            }
        }
    }

    /**
     * One that others may wait for does not wait for them in turn: one that returns to its code, or
     * that works for a task.
     */
    @GuardedBy("this")
    private boolean mustWait(Entrant entrant) {
        if (clashesInside(entrant)) {
            return true;
        }
        if (entrant.returns || entrant.job().nested()) {
            return false;
        }
        for (Entrant other : waiting) {
            if (other == entrant) {
                return false;
            }
            if (clash(entrant, other)) {
                return true;
            }
        }
        return false;
    }

    @GuardedBy("this")
    private boolean clashesInside(Entrant entrant) {
        for (Entrant other : inside) {
            if (other != entrant && runs(other, entrant) && clash(entrant, other)) {
                return true;
            }
        }
        return false;
    }

    /** The attempts of a job take turns as wholes, whether they wait for other jobs or not. */
    private static boolean runs(Entrant other, Entrant seenBy) {
        return !other.stands() && !(other.away() && other.job() != seenBy.job());
    }

    private static boolean clash(Entrant one, Entrant other) {
        return one.job() == other.job()
                ? !one.returns && one.job().oneAtATime()
                : one.exclusive || other.exclusive;
    }
}
