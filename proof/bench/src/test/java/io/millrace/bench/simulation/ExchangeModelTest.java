package io.millrace.bench.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.exchange.config.ExchangeAlgorithm;
import io.millrace.exchange.shuffle.ExchangeModel;
import io.millrace.testing.Sampled;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The cost model that chooses an algorithm, beside simulations of all of them. */
@Sampled(oneIn = 3)
class ExchangeModelTest {

    private static final double MEGABYTE = 1 << 20;
    private static final double SPREAD = 0.2;
    private static final double MAP_MEGABYTES = 32;

    /** By what factor a job may take longer than with the best algorithm. */
    private static final double TOLERANCE = 1.05;

    /** The same where hardly anything but the exchange takes time, and all begin at once. */
    private static final double TOLERANCE_WITHOUT_MAPS = 1.12;

    private static final Map<ExchangeAlgorithm, Exchange> EARLY =
            simulated(Exchange.FULLY_CONNECTED_IN_BLOCKS);

    private static final Map<ExchangeAlgorithm, Exchange> WHOLE =
            simulated(Exchange.FULLY_CONNECTED);

    private static Map<ExchangeAlgorithm, Exchange> simulated(Exchange fullyConnected) {
        return new EnumMap<>(
                Map.of(
                        ExchangeAlgorithm.FULLY_CONNECTED, fullyConnected,
                        ExchangeAlgorithm.PAIRWISE, Exchange.PAIRWISE_PER_WAVE,
                        ExchangeAlgorithm.HIERARCHICAL, Exchange.HIERARCHICAL));
    }

    @ParameterizedTest
    @CsvSource({
        "4, 1", "4, 2", "16, 1", "16, 2", "16, 8", "64, 1", "64, 2", "64, 8", "64, 16", "128, 16"
    })
    void theChoiceIsAlmostTheBest(int workers, int perMachine) {
        List<String> wrong = new ArrayList<>();
        for (double gigabits : new double[] {1, 10, 100}) {
            for (double megabytes : new double[] {1, 16, 256, 2048}) {
                for (int waves : new int[] {1, 4}) {
                    double maps = megabytes / MAP_MEGABYTES;
                    for (double seconds : new double[] {0.1, maps}) {
                        Load.Shape shape =
                                new Load.Shape(
                                        workers,
                                        perMachine,
                                        megabytes * MEGABYTE,
                                        waves,
                                        seconds,
                                        SPREAD,
                                        0);
                        for (boolean early : new boolean[] {true, false}) {
                            double longer = longerThanBest(shape, gigabits, early);
                            if (longer > (seconds < maps ? TOLERANCE_WITHOUT_MAPS : TOLERANCE)) {
                                wrong.add(
                                        "%s at %s Gbit/s, early %s: %s"
                                                .formatted(shape, gigabits, early, longer));
                            }
                        }
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** By what factor a job with the chosen algorithm is longer than with the best one. */
    private static double longerThanBest(Load.Shape shape, double gigabits, boolean early) {
        Network network = new Network(25e-6, 20e-6, 8 / gigabits / 1e9, 0.25e-9, 170, 0.2);
        ExchangeModel model =
                new ExchangeModel(
                        network.latency(),
                        network.overhead(),
                        network.secondsPerByte(),
                        network.localSecondsPerByte(),
                        network.portMessages(),
                        network.timeout());
        ExchangeAlgorithm chosen =
                model.fastest(
                        new ExchangeModel.Load(
                                shape.workers(),
                                shape.workers() / shape.perMachine(),
                                shape.waves(),
                                shape.bytes(),
                                shape.mapSeconds(),
                                early));
        Map<ExchangeAlgorithm, Exchange> simulated = early ? EARLY : WHOLE;
        Load load = Load.of(shape, 1);
        double best = Double.MAX_VALUE;
        for (Exchange each : simulated.values()) {
            best = Math.min(best, each.run(network, load).end());
        }
        return simulated.get(chosen).run(network, load).end() / best;
    }
}
