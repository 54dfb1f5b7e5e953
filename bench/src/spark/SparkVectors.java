import java.util.StringTokenizer;

/** Rows of numbers, as all these programs read and compare them. */
final class SparkVectors {

    private SparkVectors() {}

    static double[] numbers(String line) {
        StringTokenizer words = new StringTokenizer(line);
        double[] numbers = new double[words.countTokens()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Double.parseDouble(words.nextToken());
        }
        return numbers;
    }

    static int nearest(double[][] centres, double[] point) {
        int nearest = 0;
        double shortest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < centres.length; i++) {
            double distance = 0;
            for (int d = 0; d < point.length; d++) {
                double difference = point[d] - centres[i][d];
                distance += difference * difference;
            }
            if (distance < shortest) {
                shortest = distance;
                nearest = i;
            }
        }
        return nearest;
    }
}
