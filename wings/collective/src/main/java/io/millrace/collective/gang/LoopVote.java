package io.millrace.collective.gang;

import io.millrace.collective.algorithm.Collective;
import io.millrace.collective.algorithm.Reading;
import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.KeyValue;
import io.millrace.collective.data.LoopProgress;
import io.millrace.collective.data.LoopState;
import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.message.Message;
import io.millrace.exchange.message.MessageWriter;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.Counters;

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

    /** How far a worker is, and whether its counts are those on which all have agreed. */
    private record Claim(int iteration, boolean agreed) {}

    /** The message of a worker to the others. */
    private record Told(Optional<LoopState> state, List<Counters> counts) {}

    /**
     * The state from which all workers continue: that of the most advanced worker, with its counts.
     * If each has only a share of the state, a lost worker's share is lost, and all resume from the
     * last checkpoint.
     */
    LoopState agree(LoopState own, LoopCounts counts) throws IOException, InterruptedException {
        Claim claim = new Claim(own.iteration(), counts.areAgreed());
        List<Claim> claims =
                gather(
                        out -> {
                            out.writeInt(claim.iteration);
                            out.writeBoolean(claim.agreed);
                        },
                        in -> new Claim(in.readInt(), in.readBoolean()));
        LoopState agreed =
                claims.stream().distinct().count() == 1 ? own : settle(own, claim, claims, counts);
        counts.agree();
        return agreed;
    }

    private LoopState settle(LoopState own, Claim claim, List<Claim> claims, LoopCounts counts)
            throws IOException, InterruptedException {
        boolean level = claims.stream().map(Claim::iteration).distinct().count() == 1;
        if (terms.scattered() && !level) {
            LoopProgress begin = terms.begin();
            counts.beginAt(begin.counted());
            return begin.state();
        }
        Claim farthest =
                Collections.max(
                        claims,
                        Comparator.comparingInt(Claim::iteration).thenComparing(Claim::agreed));
        int teller = claims.indexOf(farthest);
        boolean needsState = claim.iteration < farthest.iteration;
        List<Optional<Told>> told =
                gather(
                        out -> tell(out, transport.rank() == teller, own, !level, counts),
                        in -> hear(in, needsState, counts));
        Told from = told.get(teller).orElseThrow();
        if (!claim.equals(farthest)) {
            counts.take(from.counts);
        }
        return from.state.orElse(own);
    }

    private static void tell(
            DataOutput out, boolean tells, LoopState own, boolean withState, LoopCounts counts)
            throws IOException {
        out.writeBoolean(tells);
        if (tells) {
            counts.write(out);
            out.writeBoolean(withState);
            if (withState) {
                own.write(out);
            }
        }
    }

    /** A state may be large; a worker that has it does not read it. */
    private Optional<Told> hear(DataInput in, boolean needsState, LoopCounts counts)
            throws IOException {
        if (!in.readBoolean()) {
            return Optional.empty();
        }
        List<Counters> counted = counts.read(in);
        boolean reads = in.readBoolean() && needsState;
        return Optional.of(
                new Told(
                        reads ? Optional.of(LoopState.read(in, conf)) : Optional.empty(), counted));
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

    /** A worker's verdict, and what it has counted. */
    private record Ballot(Verdict verdict, Counted counted) {}

    /**
     * Combines the verdicts of all workers on whether the loop ends. The iteration is complete when
     * it returns, and its counts are added.
     */
    Verdict end(Verdict own, LoopCounts counts) throws IOException, InterruptedException {
        Counted counted = counts.toSend();
        List<Ballot> ballots =
                gather(
                        out -> {
                            own.write(out);
                            counted.write(out);
                        },
                        in -> new Ballot(Verdict.read(in), Counted.read(in)));
        List<Verdict> told = ballots.stream().map(Ballot::verdict).toList();
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
        counts.complete(ballots.stream().map(Ballot::counted).toList());
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
