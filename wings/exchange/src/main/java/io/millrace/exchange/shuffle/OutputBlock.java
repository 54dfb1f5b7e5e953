package io.millrace.exchange.shuffle;

import io.millrace.engine.plan.Planner;
import io.millrace.engine.task.AttemptId;
import io.millrace.engine.task.TaskKind;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Records of a map output that are sent together. A block may leave while the attempt still runs.
 *
 * @param number counts the blocks of the attempt, from 0 on
 * @param last whether the output has no further blocks
 */
public record OutputBlock(AttemptId attempt, int number, boolean last) {

    /** Bytes for each receiver that are worth a block: much less would be mostly messages. */
    private static final long BYTES_FOR_RECEIVER = 256 << 10;

    /** Bytes that leave as a block before the last one, at least. */
    public static long leastBytes(int receivers) {
        return BYTES_FOR_RECEIVER * Math.max(1, receivers);
    }

    /**
     * The number of blocks of an output: what is made while one is sent leaves in the next one.
     *
     * @param bytes of the output, for all receivers
     * @param seconds of its map task
     * @param sending least seconds to send a block
     */
    public static int expected(double bytes, double seconds, double sending, int receivers) {
        double filled = bytes / Math.max(Planner.EARLY_SPLIT, leastBytes(receivers));
        return (int) Math.max(1, Math.min(filled, seconds / sending));
    }

    static OutputBlock readFrom(DataInput in) throws IOException {
        AttemptId attempt = new AttemptId(TaskKind.MAP, in.readInt(), in.readInt());
        return new OutputBlock(attempt, in.readInt(), in.readBoolean());
    }

    void writeTo(DataOutput out) throws IOException {
        out.writeInt(attempt.task());
        out.writeInt(attempt.attempt());
        out.writeInt(number);
        out.writeBoolean(last);
    }
}
