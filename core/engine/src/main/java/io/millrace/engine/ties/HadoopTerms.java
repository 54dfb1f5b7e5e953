package io.millrace.engine.ties;

/**
 * The numbers that determine Hadoop's order of equal keys, beside those of its spills.
 *
 * @param mergeFactor segments on disk that a merge reads at once
 * @param fetch limits of a reduce task's fetched map outputs
 */
public record HadoopTerms(int mergeFactor, Fetch fetch) {

    public HadoopTerms {
        if (mergeFactor < 2) {
            throw new IllegalArgumentException(
                    "a merge must read 2 or more segments at once, not "
                            + mergeFactor
                            + "; change mapreduce.task.io.sort.factor");
        }
    }

    /**
     * Where a reduce task stores fetched map outputs, and when it merges them.
     *
     * @param singleBytes larger map outputs go to disk
     * @param mergeBytes when this many bytes are in memory, they are merged to disk
     * @param memoryRuns when this many map outputs are in memory, they are merged there; 0 means
     *     never
     * @param keptBytes bytes that may stay in memory for the last merge
     */
    public record Fetch(long singleBytes, long mergeBytes, int memoryRuns, long keptBytes) {}

    /** Hadoop's defaults, in a JVM of this size. */
    public static HadoopTerms defaults() {
        long memory = (long) (Runtime.getRuntime().maxMemory() * 0.7f);
        return new HadoopTerms(
                10,
                new Fetch(Math.min(Integer.MAX_VALUE, memory / 4), (long) (memory * 0.66f), 0, 0));
    }
}
