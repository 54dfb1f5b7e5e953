package io.millrace.engine.run;

import java.util.Comparator;

/**
 * The position of records among those with equal keys.
 *
 * @param task the map task that emitted them
 * @param sequence grows with the order of emission within an attempt
 */
public record Place(int task, long sequence) implements Comparable<Place> {

    private static final Comparator<Place> ORDER =
            Comparator.comparingInt(Place::task).thenComparingLong(Place::sequence);

    @Override
    public int compareTo(Place other) {
        return ORDER.compare(this, other);
    }
}
