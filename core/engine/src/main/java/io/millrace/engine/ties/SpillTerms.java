package io.millrace.engine.ties;

/**
 * The numbers that determine where Hadoop's map task cuts its output into spills, and whether it
 * combines their records again when it merges them.
 *
 * @param ringBytes size of a map task's sort buffer, a multiple of 16
 * @param spillShare share of it that may fill before a spill begins, above 0 and at most 1
 * @param combineMinSpills minimum number of spills of a map task for combining during their merge
 */
public record SpillTerms(int ringBytes, float spillShare, int combineMinSpills) {

    /** Hadoop's defaults. */
    public static final SpillTerms DEFAULT = new SpillTerms(100 << 20, 0.8f, 3);

    private static final int META = 16;

    public SpillTerms {
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
    }

    /** Whether a map task with so many spills combines again when it merges them. */
    public boolean combinesAgain(int spills) {
        return spills > 1 && spills >= combineMinSpills;
    }
}
