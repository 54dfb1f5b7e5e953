import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/**
 * The loops as one would write them with Spark's RDDs: the parsed input is cached, what varies is
 * broadcast, and each partition gives one partial result, as in Millrace's mappers. {@code NAME
 * INPUT RESULT ITERATIONS SIZE}: writes what the loop comes to, {@code key TAB numbers}, and prints
 * what an iteration takes, taken from a run of one and a run of all, after a run to warm up.
 */
public final class SparkLoops {

    private static final double DAMPING = 0.85;

    private SparkLoops() {}

    /** What an iteration makes of the data before it, a row for each key. */
    @FunctionalInterface
    private interface Body {
        double[][] next(double[][] data);
    }

    public static void main(String[] arguments) throws IOException {
        String name = arguments[0];
        int iterations = Integer.parseInt(arguments[3]);
        int size = Integer.parseInt(arguments[4]);
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setAppName(name))) {
            JavaRDD<double[]> rows =
                    spark.textFile(arguments[1], spark.defaultParallelism())
                            .map(SparkVectors::numbers)
                            .cache();
            rows.count();
            double[][] start = start(name, rows, size);
            Body body = body(name, spark, rows);
            double[][] end = run(body, start, iterations);
            double one = millis(body, start, 1);
            double all = millis(body, start, iterations);
            System.out.println("milliseconds per iteration: " + (all - one) / (iterations - 1));
            Files.write(
                    Path.of(arguments[2]),
                    IntStream.range(0, end.length)
                            .mapToObj(key -> key + "\t" + text(end[key]))
                            .collect(Collectors.toList()));
        }
    }

    private static double millis(Body body, double[][] start, int iterations) {
        long begin = System.nanoTime();
        run(body, start, iterations);
        return (System.nanoTime() - begin) / 1e6;
    }

    private static double[][] run(Body body, double[][] start, int iterations) {
        double[][] data = start;
        for (int i = 0; i < iterations; i++) {
            data = body.next(data);
        }
        return data;
    }

    private static String text(double[] numbers) {
        return Arrays.stream(numbers).mapToObj(Double::toString).collect(Collectors.joining(" "));
    }

    private static double[][] start(String name, JavaRDD<double[]> rows, int size) {
        return switch (name) {
            case "kmeans" -> rows.take(size).toArray(new double[0][]);
            case "mds" -> layout(size);
            case "pagerank" -> {
                double[] ranks = new double[size];
                Arrays.fill(ranks, 1);
                yield new double[][] {ranks};
            }
            default -> throw new IllegalArgumentException("no loop " + name);
        };
    }

    private static double[][] layout(int size) {
        SplittableRandom random = new SplittableRandom(1);
        double[][] layout = new double[size][];
        for (int i = 0; i < size; i++) {
            layout[i] = random.doubles(2, -1, 1).toArray();
        }
        return layout;
    }

    private static Body body(String name, JavaSparkContext spark, JavaRDD<double[]> rows) {
        return switch (name) {
            case "kmeans" -> centres -> kMeans(spark, rows, centres);
            case "mds" -> layout -> scaling(spark, rows, layout);
            default -> ranks -> pageRank(spark, rows, ranks);
        };
    }

    private static double[][] kMeans(
            JavaSparkContext spark, JavaRDD<double[]> points, double[][] centres) {
        Broadcast<double[][]> known = spark.broadcast(centres);
        double[][] sums =
                points.mapPartitions(part -> one(clusterSums(part, known.value())))
                        .reduce(SparkLoops::added);
        known.destroy();
        for (double[] sum : sums) {
            int last = sum.length - 1;
            for (int i = 0; i < last; i++) {
                sum[i] /= sum[last];
            }
        }
        return Arrays.stream(sums)
                .map(sum -> Arrays.copyOf(sum, sum.length - 1))
                .toArray(double[][]::new);
    }

    private static double[][] clusterSums(Iterator<double[]> points, double[][] centres) {
        double[][] sums = new double[centres.length][centres[0].length + 1];
        double[] joined = SparkVectors.joined(centres);
        while (points.hasNext()) {
            double[] point = points.next();
            double[] sum = sums[SparkVectors.nearest(joined, point)];
            for (int i = 0; i < point.length; i++) {
                sum[i] += point[i];
            }
            sum[point.length]++;
        }
        return sums;
    }

    /** Two passes: the Guttman transform, and the stress of what it makes. */
    private static double[][] scaling(
            JavaSparkContext spark, JavaRDD<double[]> rows, double[][] layout) {
        Broadcast<double[][]> known = spark.broadcast(layout);
        double[][] moved = new double[layout.length][];
        for (double[] row : rows.map(row -> moved(row, known.value())).collect()) {
            moved[(int) row[0]] = Arrays.copyOfRange(row, 1, row.length);
        }
        known.destroy();
        Broadcast<double[][]> next = spark.broadcast(moved);
        rows.map(row -> errors(row, next.value())).reduce(Double::sum);
        next.destroy();
        return moved;
    }

    private static double[] moved(double[] row, double[][] layout) {
        int point = (int) row[0];
        double x = 0;
        double y = 0;
        for (int other = 0; other < layout.length; other++) {
            double now = distance(layout[point], layout[other]);
            double ratio = now > 0 ? row[1 + other] / now : 0;
            x += ratio * (layout[point][0] - layout[other][0]);
            y += ratio * (layout[point][1] - layout[other][1]);
        }
        return new double[] {point, x / layout.length, y / layout.length};
    }

    private static double errors(double[] row, double[][] layout) {
        int point = (int) row[0];
        double errors = 0;
        for (int other = 0; other < point; other++) {
            double error = distance(layout[point], layout[other]) - row[1 + other];
            errors += error * error;
        }
        return errors;
    }

    private static double distance(double[] a, double[] b) {
        return Math.sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]));
    }

    private static double[][] pageRank(
            JavaSparkContext spark, JavaRDD<double[]> pages, double[][] data) {
        Broadcast<double[]> ranks = spark.broadcast(data[0]);
        double[][] next =
                pages.mapPartitions(part -> one(given(part, ranks.value())))
                        .reduce(SparkLoops::added);
        ranks.destroy();
        for (int page = 0; page < next[0].length; page++) {
            next[0][page] = 1 - DAMPING + DAMPING * next[0][page];
        }
        return next;
    }

    private static double[][] given(Iterator<double[]> pages, double[] ranks) {
        double[] given = new double[ranks.length];
        while (pages.hasNext()) {
            double[] numbers = pages.next();
            int page = (int) numbers[0];
            int links = numbers.length - 2;
            if (links == 0) {
                given[page] += ranks[page];
            }
            for (int i = 2; i < numbers.length; i++) {
                given[(int) numbers[i]] += ranks[page] / links;
            }
        }
        return new double[][] {given};
    }

    private static Iterator<double[][]> one(double[][] partial) {
        List<double[][]> only = new ArrayList<>();
        only.add(partial);
        return only.iterator();
    }

    private static double[][] added(double[][] sum, double[][] other) {
        for (int i = 0; i < sum.length; i++) {
            for (int j = 0; j < sum[i].length; j++) {
                sum[i][j] += other[i][j];
            }
        }
        return sum;
    }
}
