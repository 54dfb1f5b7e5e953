package io.millrace.collective.gang;

import io.millrace.collective.algorithm.Collective;
import io.millrace.collective.algorithm.Reading;
import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.KeyValue;
import io.millrace.collective.data.LoopState;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.message.Message;
import io.millrace.exchange.message.MessageWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Lets the workers agree on the state of the loop. Used by one worker's thread. */
final class LoopVote {

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
     * The state from which all workers continue: that of the most advanced worker. If each has only
     * a share of the state, a lost worker's share is lost, and all resume from the last checkpoint.
     */
    LoopState agree(LoopState own) throws IOException, InterruptedException {
        List<Integer> iterations = gather(out -> out.writeInt(own.iteration()), DataInput::readInt);
        int farthest = Collections.max(iterations);
        if (farthest == Collections.min(iterations)) {
            return own;
        }
        if (terms.scattered()) {
            return terms.begin();
        }
        int teller = iterations.indexOf(farthest);
        boolean knows = own.iteration() == farthest;
        boolean tells = transport.rank() == teller;
        List<Optional<LoopState>> told =
                gather(
                        out -> {
                            out.writeBoolean(tells);
                            if (tells) {
                                own.write(out);
                            }
                        },
                        in ->
                                in.readBoolean() && !knows
                                        ? Optional.of(LoopState.read(in, conf))
                                        : Optional.empty());
        return told.get(teller).orElse(own);
    }

    /** Writes a message. */
    @FunctionalInterface
    private interface Writing {
        void to(DataOutput out) throws IOException;
    }

    /** Gathers the messages of all workers, by rank. */
    private <T> List<T> gather(Writing own, Reading<T> reading)
            throws IOException, InterruptedException {
        Message message;
        try (MessageWriter out = new MessageWriter(transport.memory())) {
            own.to(out);
            message = out.finish();
        }
        return collective.allGather(transport, message, reading);
    }

    /** Combines the verdicts of all workers on whether the loop ends. */
    Verdict end(Verdict own) throws IOException, InterruptedException {
        List<Verdict> told = gather(own::write, Verdict::read);
        long ends = told.stream().filter(Verdict::last).count();
        boolean all = ends == transport.size();
        if (!all && ends > 0 && !terms.scattered()) {
            throw new IOException(
                    ends
                            + " of "
                            + transport.size()
                            + " workers end the loop and the others do not: the decision"
                            + " of a merge must depend on its arguments only");
        }
        return Verdict.ofAll(all, told);
    }

    /** The state with the data of all workers, if each has a share of it. */
    LoopState whole(LoopState own) throws IOException, InterruptedException {
        if (!terms.scattered()) {
            return own;
        }
        List<KeyValue> all = new ArrayList<>();
        for (LoopState each : gather(own::write, in -> LoopState.read(in, conf))) {
            each.data().forEach(all::add);
        }
        DynamicData data = new DynamicData(StepConf.inKeyOrder(all));
        return new LoopState(own.iteration(), own.ended(), data);
    }
}
