package io.millrace.collective.gang;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The verdict of one worker, or of all workers, on an iteration.
 *
 * @param last whether the loop ends
 * @param mapNanos time that it, or the slowest of them, spent in mappers
 * @param sent bytes that it, or all of them, sent in the collective of each step
 */
record Verdict(boolean last, long mapNanos, List<Long> sent) {

    /** The verdict of all workers from that of each; all have the same steps. */
    static Verdict ofAll(boolean last, List<Verdict> each) {
        long slowest = each.stream().mapToLong(Verdict::mapNanos).max().orElse(0);
        List<Long> sums = new ArrayList<>();
        for (int i = 0; i < each.get(0).sent.size(); i++) {
            int step = i;
            sums.add(each.stream().mapToLong(one -> one.sent.get(step)).sum());
        }
        return new Verdict(last, slowest, sums);
    }

    void write(DataOutput out) throws IOException {
        out.writeBoolean(last);
        out.writeLong(mapNanos);
        out.writeInt(sent.size());
        for (long bytes : sent) {
            out.writeLong(bytes);
        }
    }

    /** Reads the output of {@link #write}. */
    static Verdict read(DataInput in) throws IOException {
        boolean last = in.readBoolean();
        long mapNanos = in.readLong();
        List<Long> sent = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            sent.add(in.readLong());
        }
        return new Verdict(last, mapNanos, sent);
    }
}
