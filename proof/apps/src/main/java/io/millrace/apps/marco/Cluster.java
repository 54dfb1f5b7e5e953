package io.millrace.apps.marco;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The movies of one cluster, with the sum of their similarities. Used by one thread. */
final class Cluster {

    private record Similar(Movie movie, long similarity) {}

    private final List<Similar> similar = new ArrayList<>();
    private long sum;
    private long counted;

    /** Adds a movie, of which it keeps a copy, or a sum. */
    void add(Member member) {
        if (member.counted() > 0) {
            sum += member.similarity();
            counted += member.counted();
        }
        if (member.hasMovie()) {
            similar.add(new Similar(member.movie().copy(), member.similarity()));
        }
    }

    /** The movie whose similarity is closest to the average; of equals, the lowest number. */
    Movie centroid() {
        long average = sum / counted;
        return similar.stream()
                .min(
                        Comparator.comparingLong(
                                        (Similar one) -> Math.abs(one.similarity() - average))
                                .thenComparingLong(one -> one.movie().number()))
                .orElseThrow()
                .movie();
    }

    /** All movies, by number. */
    List<Movie> movies() {
        return similar.stream()
                .map(Similar::movie)
                .sorted(Comparator.comparingLong(Movie::number))
                .toList();
    }
}
