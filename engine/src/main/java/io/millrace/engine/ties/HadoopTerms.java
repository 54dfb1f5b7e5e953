package io.millrace.engine.ties;

/**
 * The numbers that determine Hadoop's order of equal keys.
 *
 * @param ringBytes size of a map task's sort buffer, a multiple of 16
 * @param spillShare share of it that may fill before a spill begins, above 0 and at most 1
 * @param mergeFactor segments on disk that a merge reads at once
 * @param combineMinSpills minimum number of spills of a map task for combining during their merge
 * @param fetch limits of a reduce task's fetched map outputs
 */
public record HadoopTerms(
        int ringBytes, float spillShare, int mergeFactor, int combineMinSpills, Fetch fetch) {

    private static final int META = 16;

    public HadoopTerms {
        if (ringBytes <= 0 || ringBytes % META != 0) {
            throw new IllegalArgumentException(
                    "a map task's sort buffer must have 1 to 2047 MB, but has "
                            + ringBytes
                            + " bytes; change mapreduce.task.io.sort.mb");
        }
        if (!(spillShare > 0 && spillShare <= 1)) {
            throw new IllegalArgumentException(
                    "the share of the sort buffer that fills before a spill must be above 0 and at"
                            + " most 1, but is "
                            + spillShare
                            + "; change mapreduce.map.sort.spill.percent");
        }
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
                100 << 20,
                0.8f,
                10,
                3,
                new Fetch(Math.min(Integer.MAX_VALUE, memory / 4), (long) (memory * 0.66f), 0, 0));
    }
}
