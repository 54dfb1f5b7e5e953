package io.millrace.engine.shuffle.partial;

import java.util.BitSet;
import java.util.stream.LongStream;

/**
 * How much smaller a partial reducer makes what it is given at one stage, by partition, and the
 * partitions where that is too little. Used under a lock of its owner.
 */
final class ReductionRatio {

    private final long leastToJudge;
    private final double maxRatio;
    private final long[] before;
    private final long[] after;
    private final BitSet off = new BitSet();

    /** Nothing so far; more than {@code maxRatio} of the bytes is too much to be left. */
    ReductionRatio(ReduceStage stage, int partitions, double maxRatio) {
        this.leastToJudge = stage.leastToJudge();
        this.maxRatio = maxRatio;
        this.before = new long[partitions];
        this.after = new long[partitions];
    }

    /**
     * Adds bytes of a partition.
     *
     * @return whether it is the last partition for which it now does not pay
     */
    boolean add(int partition, long bytesBefore, long bytesAfter) {
        before[partition] += bytesBefore;
        after[partition] += bytesAfter;
        if (off.get(partition)
                || before[partition] < leastToJudge / before.length
                || bytesBefore() < leastToJudge
                || after[partition] <= maxRatio * before[partition]) {
            return false;
        }
        off.set(partition);
        return paysNowhere();
    }

    long bytesBefore() {
        return LongStream.of(before).sum();
    }

    long bytesAfter() {
        return LongStream.of(after).sum();
    }

    boolean pays(int partition) {
        return !off.get(partition);
    }

    boolean paysNowhere() {
        return off.cardinality() == before.length;
    }

    /** The partitions for which it does not pay. */
    BitSet off() {
        return (BitSet) off.clone();
    }
}
