package io.millrace.apps.marco;

import io.millrace.apps.job.TextOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The movies in the centres of clusters, which a job passes to its tasks in its configuration. Used
 * by one thread.
 */
final class MovieCentroids {

    /** The number of clusters. */
    static final String CLUSTERS = "movies.clusters";

    private static final int DEFAULT_CLUSTERS = 6;
    private static final String CENTROIDS = "movies.centroids";
    private static final String SEPARATOR = "|";

    /** A cluster with its centre; {@code square} is that of the centre. */
    private record Centroid(int cluster, Movie movie, long square) {}

    private final List<Centroid> centroids = new ArrayList<>();
    private long similarity;

    private MovieCentroids() {}

    /**
     * The first movies of the input, one for each cluster, in lines of {@code cluster TAB movie}.
     */
    static List<String> first(Configuration conf, Path input) throws IOException {
        int clusters = conf.getInt(CLUSTERS, DEFAULT_CLUSTERS);
        String[] movies = new TextOutput(conf, input).firstLines(clusters);
        if (movies.length < clusters) {
            throw new IOException(
                    "%s begins with %d movies, but %d clusters need as many; set %s"
                            .formatted(input, movies.length, clusters, CLUSTERS));
        }
        List<String> lines = new ArrayList<>();
        for (int cluster = 0; cluster < clusters; cluster++) {
            lines.add(cluster + "\t" + movies[cluster]);
        }
        return lines;
    }

    /** Passes centroids to a job's tasks, from lines of {@code cluster TAB movie}. */
    static void pass(List<String> lines, Configuration conf) {
        conf.set(CENTROIDS, String.join(SEPARATOR, lines));
    }

    /** The centroids that were passed to a task. */
    static MovieCentroids of(Configuration conf) {
        MovieCentroids passed = new MovieCentroids();
        for (String line : conf.get(CENTROIDS, "").split("\\|", -1)) {
            int tab = line.indexOf('\t');
            Movie movie = new Movie();
            movie.parse(line.substring(tab + 1));
            passed.centroids.add(
                    new Centroid(Integer.parseInt(line, 0, tab, 10), movie, movie.square()));
        }
        return passed;
    }

    /** The cluster whose centroid is most similar to a movie; the first of equals. */
    int nearest(Movie movie) {
        long square = movie.square();
        int nearest = 0;
        similarity = -1;
        for (Centroid centroid : centroids) {
            long own = movie.similarity(centroid.movie(), square, centroid.square());
            if (own > similarity) {
                similarity = own;
                nearest = centroid.cluster();
            }
        }
        return nearest;
    }

    /** The similarity to the nearest centroid, of the last movie. */
    long similarity() {
        return similarity;
    }
}
