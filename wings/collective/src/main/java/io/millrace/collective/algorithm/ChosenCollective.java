package io.millrace.collective.algorithm;

import io.millrace.exchange.gang.Transport;
import io.millrace.exchange.message.Message;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A collective that is repeated with data of about the same size, one operation in each round: by
 * the algorithm that was set or, with {@link Algorithm#AUTO}, by the fastest one for the size of
 * the round before.
 *
 * <p>All workers must use the same algorithm, or they wait for each other without end. The choice
 * therefore depends only on what all workers have in common: the model, and the sum of what each
 * has sent, which they tell each other between two rounds. Used by one thread.
 */
public final class ChosenCollective implements Collective {

    private final Algorithm set;

    /** Null if an algorithm is set, or before a gang has met. */
    private @Nullable Hockney model;

    /** The size of the last round's result in bytes, agreed by all workers; 0 before. */
    private double bytes;

    private Algorithm last;
    private long sent;

    /** The bytes that all workers have sent in the last round, in multiples of its result. */
    private double multiples;

    public ChosenCollective(Algorithm set) {
        this.set = set;
        this.last = set;
    }

    /** Whether it needs a model to choose by. */
    public boolean chooses() {
        return set == Algorithm.AUTO;
    }

    /** Begins to choose, by the model of a gang that has just met. */
    public void begin(Hockney measured) {
        model = measured;
        bytes = 0;
    }

    @Override
    public <T> T allReduce(Transport transport, T own, Merging<T> merging)
            throws IOException, InterruptedException {
        int workers = transport.size();
        last = model == null ? set : model.forAllReduce(workers, bytes);
        multiples = Cost.sentInAllReduce(last, workers);
        SentBytes counting = new SentBytes(transport);
        T result = last.collective().allReduce(counting, own, merging);
        sent = counting.count();
        return result;
    }

    @Override
    public <T> List<T> allGather(Transport transport, Message own, Reading<T> reading)
            throws IOException, InterruptedException {
        last = model == null ? set : model.forAllGather(transport.size(), bytes);
        multiples = 1;
        sent = own.length();
        return last.collective().allGather(transport, own, reading);
    }

    /** The algorithm of the last round. */
    public Algorithm last() {
        return last;
    }

    /** This worker's part of the size of the last round, which it tells all workers. */
    public long sent() {
        return sent;
    }

    /** Takes the sum of all workers' {@link #sent}, from which the size follows. */
    public void agree(long sum) {
        bytes = multiples == 0 ? 0 : sum / multiples;
    }
}
