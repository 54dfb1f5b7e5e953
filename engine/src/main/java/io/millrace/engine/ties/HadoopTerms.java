package io.millrace.engine.ties;

/**
 * The numbers that Hadoop's order of equal keys depends on.
 *
 * @param ringBytes size of a map task's sort buffer, a multiple of 16
 * @param spillShare share of it that may fill before a spill begins, above 0 and at most 1
 * @param mergeFactor segments on disk that a merge reads at once
 * @param combineMinSpills spills of a map task from which on their merge is combined again
 * @param fetch the limits of what a reduce task fetches
 */
public record HadoopTerms(
        int ringBytes, float spillShare, int mergeFactor, int combineMinSpills, Fetch fetch) {

    private static final int META = 16;

    public HadoopTerms {
        if (ringBytes <= 0 || ringBytes % META != 0) {
            throw new IllegalArgumentException(
                    "a map task's sort buffer must have 1 to 2047 MB, got "
                            + ringBytes
                            + " bytes; look at mapreduce.task.io.sort.mb");
        }
        if (!(spillShare > 0 && spillShare <= 1)) {
            throw new IllegalArgumentException(
                    "the share of the sort buffer that fills before a spill must be above 0 and at"
                            + " most 1, got "
                            + spillShare
                            + "; look at mapreduce.map.sort.spill.percent");
        }
        if (mergeFactor < 2) {
            throw new IllegalArgumentException(
                    "a merge must read 2 or more segments at once, got "
                            + mergeFactor
                            + "; look at mapreduce.task.io.sort.factor");
        }
    }

    /**
     * Where a reduce task keeps what it fetches, and when that is merged.
     *
     * @param singleBytes a map output of more bytes goes to disk
     * @param mergeBytes once as many bytes are in memory, they are merged to disk
     * @param memoryRuns once as many map outputs are in memory, they are merged there; 0: never
     * @param keptBytes what may stay in memory for the last merge
     */
    public record Fetch(long singleBytes, long mergeBytes, int memoryRuns, long keptBytes) {}

    /** What Hadoop has where nothing is set, in a JVM of this size. */
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
