package io.millrace.apps.kmeans;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Seeds;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

class CentroidsTest {

    private static final int DIMENSIONS = 3;

    private final Random random;

    CentroidsTest(TestInfo test) {
        random = Seeds.random("nearest, " + test.getDisplayName());
    }

    @RepeatedTest(100)
    void theNearestIsTheFirstOfTheShortestDistance() {
        Map<Integer, double[]> centres = new TreeMap<>();
        for (int i = random.nextInt(8); i >= 0; i--) {
            centres.put(random.nextInt(20), point());
        }
        Centroids centroids = new Centroids(centres);
        for (int i = 0; i < 20; i++) {
            double[] point = point();
            assertThat(centroids.nearest(point))
                    .as(Seeds.line())
                    .isEqualTo(nearest(centres, point));
        }
    }

    /** Few values, so that distances are often equal, and now and then one that is no number. */
    private double[] point() {
        double odd =
                switch (random.nextInt(20)) {
                    case 0 -> Double.NaN;
                    case 1 -> Double.POSITIVE_INFINITY;
                    case 2 -> -Double.MAX_VALUE;
                    case 3 -> -0.0;
                    default -> random.nextInt(3);
                };
        return new double[] {odd, random.nextInt(3), random.nextInt(3) / 3.0};
    }

    private static int nearest(Map<Integer, double[]> centres, double[] point) {
        int nearest = centres.keySet().iterator().next();
        double shortest = Double.POSITIVE_INFINITY;
        for (Map.Entry<Integer, double[]> centre : centres.entrySet()) {
            double distance = 0;
            for (int d = 0; d < DIMENSIONS; d++) {
                double difference = point[d] - centre.getValue()[d];
                distance += difference * difference;
            }
            if (distance < shortest) {
                shortest = distance;
                nearest = centre.getKey();
            }
        }
        return nearest;
    }

    @Test
    void noCentresHaveNotMoved() {
        Centroids none = new Centroids(Map.of());
        assertThat(none.movement(new Centroids(Map.of(1, new double[] {1})))).isZero();
    }
}
