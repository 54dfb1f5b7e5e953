package io.millrace.exchange.enrolment;

import io.millrace.exchange.connection.Address;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Brings the workers of a gang together: when all have enrolled, the next epoch begins for all of
 * them. Used by the handlers of the first worker's reactor, by one thread at a time.
 */
public final class Coordinator {

    private final @Nullable Enrolment[] enrolled;

    /** The latest attempt of each rank; earlier ones are refused. */
    private final int[] attempts;

    /** Told when a worker enrols, because that ends the epoch before. */
    private final Consumer<String> breaks;

    private long epoch;

    /** Receives news of the other workers for a worker that has enrolled. */
    public interface Reply {

        /** These workers have not enrolled yet. */
        void waiting(List<Integer> missing);

        /** All have. */
        void complete(Table table);

        /** This worker has no place any more. */
        void refused(String why);
    }

    private record Enrolment(Address address, Reply reply) {}

    /**
     * A coordinator.
     *
     * @param epoch a number below all of its epochs, and above those of an earlier coordinator
     */
    public Coordinator(int size, long epoch, Consumer<String> breaks) {
        this.enrolled = new Enrolment[size];
        this.attempts = new int[size];
        this.epoch = epoch;
        this.breaks = breaks;
    }

    /** Enrols an attempt of a worker; an earlier one with its rank loses its place. */
    public void enrol(int rank, int attempt, Address address, Reply reply) {
        if (rank < 0 || rank >= enrolled.length) {
            reply.refused("the gang of " + enrolled.length + " has no worker " + rank);
            return;
        }
        if (attempt < attempts[rank]) {
            reply.refused("another attempt has replaced worker " + rank);
            return;
        }
        Enrolment before = enrolled[rank];
        if (before != null && attempt > attempts[rank]) {
            before.reply.refused("another attempt has replaced worker " + rank);
        }
        attempts[rank] = attempt;
        enrolled[rank] = new Enrolment(address, reply);
        breaks.accept("worker " + rank + " joined again");
        tellAll();
    }

    /** Takes an enrolment back, if it still holds. */
    public void withdraw(int rank, Reply reply) {
        Enrolment now = rank < 0 || rank >= enrolled.length ? null : enrolled[rank];
        if (now != null && now.reply == reply) {
            enrolled[rank] = null;
            tellAll();
        }
    }

    private void tellAll() {
        List<Integer> missing =
                IntStream.range(0, enrolled.length)
                        .filter(rank -> enrolled[rank] == null)
                        .boxed()
                        .toList();
        List<Enrolment> all = new ArrayList<>();
        for (Enrolment each : enrolled) {
            if (each != null) {
                all.add(each);
            }
        }
        if (missing.isEmpty()) {
            Arrays.fill(enrolled, null);
            Table table = new Table(++epoch, all.stream().map(Enrolment::address).toList());
            all.forEach(each -> each.reply.complete(table));
        } else {
            all.forEach(each -> each.reply.waiting(missing));
        }
    }
}
