package io.millrace.apps.kmeans;

import io.millrace.apps.job.TextOutput;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** The centres of the clusters, each with its number; as text {@code number TAB coordinates}. */
final class Centroids {

    private static final long FARTHEST = Double.doubleToLongBits(Double.POSITIVE_INFINITY);

    private final int[] numbers;
    private final double[][] centres;
    private final int dimensions;

    /** All centres in one array, which is faster to read than an array for each. */
    private final double[] coordinates;

    Centroids(Map<Integer, double[]> byNumber) {
        numbers = new int[byNumber.size()];
        centres = byNumber.values().toArray(double[][]::new);
        dimensions = centres.length == 0 ? 0 : centres[0].length;
        coordinates = new double[centres.length * dimensions];
        int next = 0;
        for (Map.Entry<Integer, double[]> centre : byNumber.entrySet()) {
            numbers[next] = centre.getKey();
            System.arraycopy(centre.getValue(), 0, coordinates, next * dimensions, dimensions);
            next++;
        }
    }

    /** Reads the output of an iteration. */
    static Centroids read(Configuration conf, Path directory) throws IOException {
        Map<Integer, double[]> byNumber = new TreeMap<>();
        new TextOutput(conf, directory)
                .forEachLine(line -> {
                    int tab = line.indexOf('\t');
                    double[] centre = parsed(line.substring(tab + 1));
                    byNumber.put(Integer.valueOf(line.substring(0, tab)), centre);
                });
        if (byNumber.isEmpty()) {
            throw new IOException("there are no centroids in " + directory);
        }
        return new Centroids(byNumber);
    }

    /** The first points of the input, one for each cluster. */
    static String[] firstPoints(Configuration conf, Path input) throws IOException {
        int clusters = conf.getInt(KMeans.CLUSTERS, KMeans.DEFAULT_CLUSTERS);
        String[] points = new TextOutput(conf, input).firstLines(clusters);
        if (points.length < clusters) {
            throw new IOException(
                    input
                            + " begins with "
                            + points.length
                            + " points, but it needs "
                            + clusters
                            + " for as many clusters; set "
                            + KMeans.CLUSTERS);
        }
        return points;
    }

    /** Makes the first points of the input the initial centres. */
    static void start(Configuration conf, Path input, Path directory) throws IOException {
        String[] points = firstPoints(conf, input);
        Path file = new Path(directory, "part-r-00000");
        try (BufferedWriter out =
                new BufferedWriter(
                        new OutputStreamWriter(
                                file.getFileSystem(conf).create(file, false),
                                StandardCharsets.UTF_8))) {
            for (int i = 0; i < points.length; i++) {
                out.write(i + "\t" + points[i] + "\n");
            }
        }
    }

    static double[] parsed(String point) {
        StringTokenizer words = new StringTokenizer(point);
        double[] coordinates = new double[words.countTokens()];
        parse(words, coordinates);
        return coordinates;
    }

    /** Parses as many coordinates as the array can hold. */
    static void parse(StringTokenizer words, double[] coordinates) {
        for (int i = 0; i < coordinates.length; i++) {
            coordinates[i] = Double.parseDouble(words.nextToken());
        }
    }

    /** The highest number of a cluster. */
    int highest() {
        return numbers[numbers.length - 1];
    }

    int dimensions() {
        return dimensions;
    }

    /**
     * The number of the cluster with the nearest centre; the first of equals. Which of two centres
     * is nearer follows no pattern, so half of the branches would be mispredicted. Instead,
     * distances are compared as integers: their bits have the same order.
     */
    int nearest(double[] point) {
        int nearest = 0;
        long shortest = FARTHEST;
        for (int i = 0, at = 0; i < numbers.length; i++, at += dimensions) {
            double sum = 0;
            for (int d = 0; d < dimensions; d++) {
                double difference = point[d] - coordinates[at + d];
                sum += difference * difference;
            }
            long gain = Double.doubleToLongBits(sum) - shortest;
            long nearer = gain >> (Long.SIZE - 1); // all bits if it is nearer, otherwise none
            shortest += gain & nearer;
            nearest += (i - nearest) & (int) nearer;
        }
        return numbers[nearest];
    }

    /** The largest distance between a centre and its nearest one in {@code earlier}. */
    double movement(Centroids earlier) {
        double farthest = 0;
        for (double[] centre : centres) {
            double shortest = Double.POSITIVE_INFINITY;
            for (double[] other : earlier.centres) {
                shortest = Math.min(shortest, squaredDistance(centre, other));
            }
            farthest = Math.max(farthest, shortest);
        }
        return Math.sqrt(farthest);
    }

    private static double squaredDistance(double[] point, double[] centre) {
        double sum = 0;
        for (int i = 0; i < centre.length; i++) {
            double difference = point[i] - centre[i];
            sum += difference * difference;
        }
        return sum;
    }
}
