package io.millrace.engine.shuffle.partial;

/**
 * The kind of input of a partial reducer. Each is measured for itself: if many records of one
 * output share a key, those of several outputs need not.
 */
public enum ReduceStage {
    /** A sorted chunk of one map attempt. */
    CHUNK("outputs of map attempts", 1 << 18),

    /** Committed map outputs. */
    OUTPUTS("committed outputs", 1 << 20),

    /** Results of an earlier round. */
    RESULTS("results of earlier rounds", 1 << 20);

    private final String words;
    private final long leastToJudge;

    ReduceStage(String words, long leastToJudge) {
        this.words = words;
        this.leastToJudge = leastToJudge;
    }

    /**
     * The stage of a round.
     *
     * @param rounds how often its records were partially reduced
     */
    public static ReduceStage after(int rounds) {
        return rounds == 0 ? OUTPUTS : RESULTS;
    }

    /** For people. */
    String words() {
        return words;
    }

    /**
     * Bytes of all partitions, of which fewer are not asked whether it pays. A round is measured by
     * its memory, and what slabs waste is a large part of a little of it.
     */
    long leastToJudge() {
        return leastToJudge;
    }
}
