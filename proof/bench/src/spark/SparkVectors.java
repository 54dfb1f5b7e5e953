import java.util.StringTokenizer;

/** Rows of numbers, as all these programs read and compare them. */
final class SparkVectors {

    private static final long FARTHEST = Double.doubleToLongBits(Double.POSITIVE_INFINITY);

    private SparkVectors() {}

    static double[] numbers(String line) {
        StringTokenizer words = new StringTokenizer(line);
        double[] numbers = new double[words.countTokens()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Double.parseDouble(words.nextToken());
        }
        return numbers;
    }

    /** All coordinates in a row, as {@link #nearest} takes them. */
    static double[] joined(double[][] points) {
        int dimensions = points.length == 0 ? 0 : points[0].length;
        double[] joined = new double[points.length * dimensions];
        for (int i = 0; i < points.length; i++) {
            System.arraycopy(points[i], 0, joined, i * dimensions, dimensions);
        }
        return joined;
    }

    /**
     * The first of the centres that are nearest to a point. As in Millrace's k-means, distances are
     * compared by their bits and without a branch, which would be foretold wrongly half of the time.
     */
    static int nearest(double[] centres, double[] point) {
        int nearest = 0;
        long shortest = FARTHEST;
        for (int i = 0, at = 0; at < centres.length; i++, at += point.length) {
            double distance = 0;
            for (int d = 0; d < point.length; d++) {
                double difference = point[d] - centres[at + d];
                distance += difference * difference;
            }
            long gain = Double.doubleToLongBits(distance) - shortest;
            long nearer = gain >> (Long.SIZE - 1); // all bits if it is nearer, else none
            shortest += gain & nearer;
            nearest += (i - nearest) & (int) nearer;
        }
        return nearest;
    }
}
