package io.millrace.workers.gang;

import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * When a gang that has only a part of its containers gives them back, and when it asks again. Gangs
 * that hold what the others need all wait for unequal times, which grow from try to try, so one of
 * them gets all that it needs. A gang that holds nothing blocks nobody and continues to ask. Used
 * by one thread.
 */
final class AllOrNothing {

    /** The next step of a gang. */
    enum Step {
        /** Ask, and keep what there is. */
        HOLD,
        /** Give back what there is, and ask for nothing. */
        REST,
        /** Run: all containers have come. */
        WHOLE,
        /** The time is over. */
        GIVE_UP
    }

    /** How long a gang waits for one more container in its first try, at most. */
    private static final Duration LONGEST_FIRST = Duration.ofSeconds(10);

    /** A few heartbeats of an application master. */
    private static final Duration SHORTEST_FIRST = Duration.ofSeconds(2);

    private static final int FIRSTS_IN_LIMIT = 30;
    private static final int MOST_FIRSTS = 8;

    private final int needed;
    private final Duration limit;
    private final RandomGenerator random;
    private Duration wait;

    /** The end of the rest, or the time at which no more container has come for too long. */
    private Duration until = Duration.ZERO;

    /** When the time is over; null as long as no container has come. */
    private @Nullable Duration end;

    private boolean rests;
    private int held;
    private int most;

    /**
     * For a gang that begins to ask at the time zero.
     *
     * @param needed how many containers are all
     * @param limit the time from the first container on within which it must have all
     */
    AllOrNothing(int needed, Duration limit, RandomGenerator random) {
        this.needed = needed;
        this.limit = limit;
        this.random = random;
        this.wait = firstWait(limit);
    }

    private static Duration firstWait(Duration limit) {
        Duration first = limit.dividedBy(FIRSTS_IN_LIMIT);
        if (first.compareTo(SHORTEST_FIRST) < 0) {
            return SHORTEST_FIRST;
        }
        return first.compareTo(LONGEST_FIRST) > 0 ? LONGEST_FIRST : first;
    }

    /**
     * The next step; none follows {@link Step#WHOLE}.
     *
     * @param now time since the gang began to ask
     * @param has how many containers it has
     */
    Step next(Duration now, int has) {
        most = Math.max(most, has);
        if (!rests && has >= needed) {
            return Step.WHOLE;
        }
        if (end == null && has > 0) {
            end = now.plus(limit);
        }
        if (end != null && now.compareTo(end) >= 0) {
            return Step.GIVE_UP;
        }
        if (rests ? now.compareTo(until) >= 0 : isHeldInVain(now, has)) {
            turn(now);
        }
        return rests ? Step.REST : Step.HOLD;
    }

    /** Each container that comes begins the wait for the next one. */
    private boolean isHeldInVain(Duration now, int has) {
        if (has == 0 || has > held) {
            held = has;
            until = now.plus(someTime());
        }
        return now.compareTo(until) >= 0;
    }

    private void turn(Duration now) {
        rests = !rests;
        held = 0;
        until = now.plus(someTime());
        if (!rests && wait.compareTo(firstWait(limit).multipliedBy(MOST_FIRSTS)) < 0) {
            wait = wait.multipliedBy(2);
        }
    }

    /** From a half to one and a half of the wait of this try. */
    private Duration someTime() {
        return wait.dividedBy(2).plusNanos((long) (wait.toNanos() * random.nextDouble()));
    }

    /** The most containers that it had at a time. */
    int most() {
        return most;
    }
}
