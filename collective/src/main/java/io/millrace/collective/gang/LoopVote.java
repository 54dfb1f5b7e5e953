package io.millrace.collective.gang;

import io.millrace.collective.algorithm.Collective;
import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.KeyValue;
import io.millrace.collective.data.LoopState;
import io.millrace.collective.transport.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** How the workers come to one opinion on where the loop is. Used by one worker's thread. */
final class LoopVote {

    private static final byte[] NOTHING = {};

    private final Transport transport;
    private final Collective collective;
    private final Configuration conf;
    private final LoopTerms terms;

    LoopVote(Transport transport, Collective collective, Configuration conf, LoopTerms terms) {
        this.transport = transport;
        this.collective = collective;
        this.conf = conf;
        this.terms = terms;
    }

    /**
     * The state that all go on from: that of whoever is farthest. Where each has a share of it
     * only, what a lost worker had is lost, and all begin at the last checkpoint.
     */
    LoopState agree(LoopState own) throws IOException, InterruptedException {
        List<Integer> iterations = new ArrayList<>();
        for (byte[] each : collective.allGather(transport, number(own.iteration()))) {
            iterations.add(ByteBuffer.wrap(each).getInt());
        }
        int farthest = Collections.max(iterations);
        if (farthest == Collections.min(iterations)) {
            return own;
        }
        if (terms.scattered()) {
            return terms.begin();
        }
        int teller = iterations.indexOf(farthest);
        byte[] told = transport.rank() == teller ? own.encode() : NOTHING;
        byte[] state = collective.allGather(transport, told).get(teller);
        return own.iteration() == farthest ? own : LoopState.decode(state, conf);
    }

    private static byte[] number(int number) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(number).array();
    }

    /**
     * What all workers say of an iteration together.
     *
     * @param last whether the loop ends
     * @param mapNanos how long the slowest of them ran mappers
     */
    record Verdict(boolean last, long mapNanos) {}

    /** Asks all workers whether the loop ends. */
    Verdict end(boolean last, long mapNanos) throws IOException, InterruptedException {
        byte[] own =
                ByteBuffer.allocate(1 + Long.BYTES)
                        .put((byte) (last ? 1 : 0))
                        .putLong(mapNanos)
                        .array();
        int ends = 0;
        long slowest = 0;
        for (byte[] each : collective.allGather(transport, own)) {
            ByteBuffer told = ByteBuffer.wrap(each);
            ends += told.get();
            slowest = Math.max(slowest, told.getLong());
        }
        boolean all = ends == transport.size();
        if (!all && ends > 0 && !terms.scattered()) {
            throw new IOException(
                    ends
                            + " of "
                            + transport.size()
                            + " workers end the loop and the others do not: what merges decide must depend on their arguments only");
        }
        return new Verdict(all, slowest);
    }

    /** The state with the data of all workers, where each has a share of it. */
    LoopState whole(LoopState own) throws IOException, InterruptedException {
        if (!terms.scattered()) {
            return own;
        }
        List<KeyValue> all = new ArrayList<>();
        for (byte[] each : collective.allGather(transport, own.encode())) {
            LoopState.decode(each, conf).data().forEach(all::add);
        }
        DynamicData data = new DynamicData(StepConf.inKeyOrder(all));
        return new LoopState(own.iteration(), own.ended(), data);
    }
}
