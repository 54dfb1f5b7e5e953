package io.millrace.bench.soak;

import java.util.List;
import java.util.SplittableRandom;

/**
 * All that is random in a run.
 *
 * @param seed gives the same plan again
 * @param moment of the event, as a part of the time that the job's workers live, from 0 to 1
 * @param victim a number that chooses the first worker that is hit
 * @param pauseSeconds how long a stopped worker stands still: less than the limit of silence, or
 *     more
 * @param transport of messages between workers
 * @param overlapped whether blocks of map output leave while their map task runs
 * @param littleMemory whether records have to go to disk, whatever the event
 */
record Plan(
        long seed,
        Program program,
        Event event,
        double moment,
        int victim,
        double pauseSeconds,
        String transport,
        boolean overlapped,
        boolean littleMemory) {

    private static final double LONGEST_PAUSE = 9;
    private static final int MANY = 1 << 20;
    private static final int SOME = 3;

    /** The plan of a seed. */
    static Plan of(long seed, List<Program> programs, List<Event> events) {
        SplittableRandom random = new SplittableRandom(seed);
        return new Plan(
                seed,
                programs.get(random.nextInt(programs.size())),
                events.get(random.nextInt(events.size())),
                random.nextDouble(),
                random.nextInt(MANY),
                1 + random.nextDouble() * (LONGEST_PAUSE - 1),
                random.nextBoolean() ? "tcp" : "shared",
                random.nextBoolean(),
                random.nextInt(SOME) == 0);
    }

    /** How messages go, for people. */
    String exchange() {
        return transport
                + (overlapped ? ", in blocks" : "")
                + (littleMemory ? ", little memory" : "");
    }
}
