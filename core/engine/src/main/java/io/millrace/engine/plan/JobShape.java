package io.millrace.engine.plan;

import org.jspecify.annotations.Nullable;

/**
 * The properties of a job that are known before it runs.
 *
 * @param mapTasks number of map tasks
 * @param reduceTasks number of partitions
 * @param inputBytes bytes of all splits, or 0 if unknown
 * @param combines whether the job has a combiner
 * @param accumulates whether its combiner is known to do nothing but merge two values into one,
 *     which a table then does in its place
 * @param prefixed whether its keys have a sort prefix
 * @param distinguishes whether keys that are equal in its order have the same bytes
 * @param compresses whether the job asks for map output to be compressed on disk
 * @param mapLimit map tasks that the job allows to run at once, or 0 for as many as there are slots
 * @param reduceLimit the same for reduce tasks
 * @param partialReduce why the job's partial reducer cannot run; empty if it can, null if the job
 *     names none
 * @param partialFolds whether its partial reducer is known to do nothing but merge two values into
 *     one
 * @param combinerServes whether the partial reducer is the job's combiner, which the job does not
 *     name as one
 * @param leavesEarly whether map output leaves the process while its attempt runs
 */
public record JobShape(
        int mapTasks,
        int reduceTasks,
        long inputBytes,
        boolean combines,
        boolean accumulates,
        boolean prefixed,
        boolean distinguishes,
        boolean compresses,
        int mapLimit,
        int reduceLimit,
        @Nullable String partialReduce,
        boolean partialFolds,
        boolean combinerServes,
        boolean leavesEarly) {

    /** A job whose partial reducer, if it has one, has to be called. */
    public JobShape(
            int mapTasks,
            int reduceTasks,
            long inputBytes,
            boolean combines,
            boolean accumulates,
            boolean prefixed,
            boolean distinguishes,
            boolean compresses,
            int mapLimit,
            int reduceLimit,
            @Nullable String partialReduce) {
        this(
                mapTasks,
                reduceTasks,
                inputBytes,
                combines,
                accumulates,
                prefixed,
                distinguishes,
                compresses,
                mapLimit,
                reduceLimit,
                partialReduce,
                false,
                false,
                false);
    }

    /** The same job with a partial reducer that can run, which is called. */
    public JobShape withPartialReducer() {
        return withPartialReducer("");
    }

    /** The same job if its partial reducer cannot run, for this reason. */
    public JobShape withoutPartialReducer(String why) {
        return withPartialReducer(partialReduce == null ? null : why);
    }

    /** The same job with map output that leaves the process while its attempt runs. */
    public JobShape leavingEarly() {
        return with(partialReduce, partialFolds, combinerServes, true);
    }

    private JobShape withPartialReducer(@Nullable String obstacle) {
        return with(obstacle, false, false, leavesEarly);
    }

    private JobShape with(@Nullable String obstacle, boolean folds, boolean serves, boolean early) {
        return new JobShape(
                mapTasks,
                reduceTasks,
                inputBytes,
                combines,
                accumulates,
                prefixed,
                distinguishes,
                compresses,
                mapLimit,
                reduceLimit,
                obstacle,
                folds,
                serves,
                early);
    }
}
