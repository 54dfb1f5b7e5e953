package io.millrace.bench.iteration;

import io.millrace.apps.vector.Doubles;
import io.millrace.bench.contender.Spark;
import io.millrace.collective.data.DynamicData;
import io.millrace.measure.MeasurementException;
import io.millrace.measure.process.TimedProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A loop as a program of Spark's, over the same input; its result is compared with ours. */
final class SparkLoop {

    private static final String PROGRAM = "SparkLoops";
    private static final String FIGURE = "milliseconds per iteration: ";

    /** Sums in another order differ in their last bits, and later iterations make that more. */
    private static final double LIKE = 1e-6;

    private final Spark spark;
    private final Path home;
    private final Path work;
    private final int iterations;

    /** Works in an empty directory. */
    SparkLoop(Spark spark, Path home, Path work, int iterations) {
        this.spark = spark;
        this.home = home;
        this.work = work;
        this.iterations = iterations;
    }

    /**
     * Measures one iteration.
     *
     * @param size what the program has to know of its input
     * @param expected what the loop comes to
     * @throws MeasurementException if Spark comes to something else
     */
    double millis(String name, int size, Path input, DynamicData expected)
            throws IOException, InterruptedException, MeasurementException {
        Path jar = spark.jar(home, work);
        Path result = work.resolve("result");
        List<String> command =
                spark.submit(
                        Spark.local(Runtime.getRuntime().availableProcessors()),
                        jar,
                        List.of(),
                        PROGRAM,
                        name,
                        input.toUri().toString(),
                        result.toString(),
                        Integer.toString(iterations),
                        Integer.toString(size));
        new TimedProcess("Spark's " + name, command, spark.environment()).run(work, List.of());
        compare(name, Files.readAllLines(result), expected);
        return Files.readAllLines(TimedProcess.log(work)).stream()
                .filter(line -> line.startsWith(FIGURE))
                .mapToDouble(line -> Double.parseDouble(line.substring(FIGURE.length())))
                .findFirst()
                .orElseThrow(
                        () -> new MeasurementException("Spark's " + name + " printed no figure"));
    }

    private static void compare(String name, List<String> lines, DynamicData expected)
            throws MeasurementException {
        Map<Integer, double[]> wanted = new TreeMap<>();
        expected.forEach(each -> wanted.put(Doubles.key(each), Doubles.of(each.value())));
        for (String line : lines) {
            int tab = line.indexOf('\t');
            int key = Integer.parseInt(line.substring(0, tab));
            double[] got =
                    Arrays.stream(line.substring(tab + 1).split(" ", -1))
                            .mapToDouble(Double::parseDouble)
                            .toArray();
            if (!like(got, wanted.get(key))) {
                throw new MeasurementException(
                        "Spark's %s comes to %s for key %d, and ours to %s"
                                .formatted(
                                        name,
                                        Arrays.toString(got),
                                        key,
                                        Arrays.toString(wanted.get(key))));
            }
        }
    }

    private static boolean like(double[] got, double @Nullable [] wanted) {
        if (wanted == null || got.length != wanted.length) {
            return false;
        }
        boolean like = true;
        for (int i = 0; i < got.length; i++) {
            like &= Math.abs(got[i] - wanted[i]) <= LIKE * Math.max(1, Math.abs(wanted[i]));
        }
        return like;
    }
}
