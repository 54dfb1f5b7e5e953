package io.millrace.engine.job.partial;

import io.millrace.engine.plan.EngineKeys;
import io.millrace.engine.shuffle.partial.WaitingRuns;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * When a round of partial reduce starts, and of which map outputs (MapReduce with Communication
 * Overlap, Ahmad et al. 2007, section 3.3). A level is how often records were partially reduced
 * before: 0 for map outputs, 1 for the results of rounds. Immutable.
 *
 * @param startThresholds map outputs that start a round, see {@link EngineKeys#PARTIAL_START};
 *     empty if rounds start only when memory is short
 * @param lastStart map outputs after which a round starts only if memory is short
 */
public record RoundPolicy(List<Integer> startThresholds, double lastStart) {

    /** No level: no round is due. */
    public static final int NO_LEVEL = -1;

    /** Rounds start only when memory is short. */
    public static final RoundPolicy WHEN_SHORT = new RoundPolicy(List.of(), -1);

    /** Least number of results of earlier rounds that are reduced again. */
    private static final int LEAST_RESULTS = 4;

    /** A round that frees memory has to work on this fraction of it: one divided by it. */
    private static final int MUCH = 8;

    /** A round may work on this fraction of the memory, however full it is. */
    private static final int ALWAYS = 4;

    /**
     * The policy of a job.
     *
     * @param lastStart share of the map outputs, see {@link EngineKeys#PARTIAL_STOP}
     */
    public static RoundPolicy eager(List<Integer> startThresholds, double lastStart, int mapTasks) {
        return new RoundPolicy(startThresholds, lastStart * mapTasks);
    }

    /**
     * Whether a round starts although memory is not short.
     *
     * @param committed map outputs so far
     * @param waiting map outputs that were not reduced yet
     * @param round number of the round, from 0 on
     */
    public boolean starts(int committed, int waiting, int round) {
        return committed <= lastStart
                && waiting >= startThresholds.get(Math.min(round, startThresholds.size() - 1));
    }

    /**
     * Which outputs hold enough of the memory to be reduced when it is short: those that were never
     * reduced, else the results of earlier rounds, which take part again once there are several of
     * them.
     *
     * @param waiting the outputs of a level
     * @param pays whether a round over a level takes less time than the spills that it saves
     * @param memoryBytes all memory for records
     * @return a level, or {@link #NO_LEVEL}
     */
    public static int levelThatFreesMemory(
            IntFunction<WaitingRuns> waiting, IntPredicate pays, long memoryBytes) {
        if (pays.test(0) && holdMuch(waiting.apply(0), 2, memoryBytes)) {
            return 0;
        }
        return pays.test(1) && holdMuch(waiting.apply(1), LEAST_RESULTS, memoryBytes)
                ? 1
                : NO_LEVEL;
    }

    private static boolean holdMuch(WaitingRuns runs, int leastOutputs, long memoryBytes) {
        return runs.outputs() >= leastOutputs && runs.bytes() >= memoryBytes / MUCH;
    }

    /**
     * Bytes that a round may work on at the most: its results take memory, too.
     *
     * @param heldBytes memory in use
     */
    public static long mostBytes(long memoryBytes, long heldBytes) {
        return Math.max(memoryBytes - heldBytes, memoryBytes / ALWAYS);
    }
}
