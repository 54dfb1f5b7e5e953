package io.millrace.apps.kmeans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.apps.testing.BothFrameworks;
import io.millrace.verify.OutputTree;
import io.millrace.workloads.input.InputKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KMeansTest {

    private static final int CLUSTERS = 4;

    @TempDir Path folder;

    private BothFrameworks frameworks;
    private List<double[]> points;

    @BeforeEach
    void readPoints() throws Exception {
        frameworks = new BothFrameworks(folder, InputKind.POINTS, 50_000);
        points = frameworks.input().stream().map(KMeansTest::point).toList();
    }

    @Test
    void iterationsGiveTheCentresOfLloydsAlgorithm() throws Exception {
        OutputTree output =
                frameworks.both(
                        new KMeans(), "-D", KMeans.CLUSTERS + "=" + CLUSTERS, "-iterations", "3");
        List<double[]> centres = points.subList(0, CLUSTERS);
        assertThat(centres(output, 0)).isEqualTo(text(centres));
        for (int i = 1; i <= 3; i++) {
            centres = nextCentres(centres);
            assertThat(centres(output, i)).as("iteration %d", i).isEqualTo(text(centres));
        }
    }

    @Test
    void iterationsEndWhenNoCentreMoves() throws Exception {
        OutputTree output =
                frameworks.millrace(
                        new KMeans(),
                        "-D",
                        KMeans.CLUSTERS + "=" + CLUSTERS,
                        "-D",
                        KMeans.TOLERANCE + "=0",
                        "-iterations",
                        "60");
        int last = Integer.parseInt(output.names().last().replaceAll("\\D*(\\d+)/.*", "$1"));
        assertThat(last).isBetween(2, 59);
        assertThat(centres(output, last)).isEqualTo(centres(output, last - 1));
        assertThat(centres(output, last - 1)).isNotEqualTo(centres(output, last - 2));
    }

    @Test
    void tooFewPointsForTheClustersAreAnError() {
        assertThatThrownBy(() -> frameworks.local(new KMeans(), "-D", KMeans.CLUSTERS + "=100000"))
                .hasMessageContaining("100000 for as many clusters; set kmeans.clusters");
    }

    private List<double[]> nextCentres(List<double[]> centres) {
        double[][] sums = new double[centres.size()][4];
        for (double[] point : points) {
            double[] sum = sums[nearest(point, centres)];
            for (int i = 0; i < 3; i++) {
                sum[i] += point[i];
            }
            sum[3]++;
        }
        return Stream.of(sums)
                .map(sum -> new double[] {sum[0] / sum[3], sum[1] / sum[3], sum[2] / sum[3]})
                .toList();
    }

    private static int nearest(double[] point, List<double[]> centres) {
        int nearest = 0;
        for (int i = 1; i < centres.size(); i++) {
            if (distance(point, centres.get(i)) < distance(point, centres.get(nearest))) {
                nearest = i;
            }
        }
        return nearest;
    }

    private static double distance(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < 3; i++) {
            sum += (one[i] - other[i]) * (one[i] - other[i]);
        }
        return sum;
    }

    private static double[] point(String line) {
        return Arrays.stream(line.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
    }

    private static List<double[]> parsed(List<String> lines) {
        return lines.stream().map(line -> point(line.substring(line.indexOf('\t') + 1))).toList();
    }

    /** Of an iteration, in the order of their numbers. */
    private static List<String> centres(OutputTree output, int iteration) throws Exception {
        List<String> lines = new ArrayList<>(output.lines("iteration-0" + iteration + "/part"));
        if (iteration > 9) {
            lines = new ArrayList<>(output.lines("iteration-" + iteration + "/part"));
        }
        lines.sort(null);
        return text(parsed(lines));
    }

    private static List<String> text(List<double[]> centres) {
        return centres.stream().map(Arrays::toString).toList();
    }
}
