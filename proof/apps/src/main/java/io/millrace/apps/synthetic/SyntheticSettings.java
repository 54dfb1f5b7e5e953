package io.millrace.apps.synthetic;

import io.millrace.workloads.sample.PoissonCounts;
import io.millrace.workloads.sample.ZipfRanks;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;

/** The parameters of the workload, with the defaults of the paper. */
final class SyntheticSettings {

    /** Keys are from 1 to this. */
    static final int KEYS = 10_000;

    private static final double MAX_SKEW = 50;

    private final Configuration conf;

    SyntheticSettings(Configuration conf) {
        this.conf = conf;
    }

    /** Draws a number for each token or record. */
    @FunctionalInterface
    interface Draw {
        int next(SplittableRandom random);
    }

    /** The number of records for a token: {@code synthetic.emit}. */
    Draw records() {
        String emit = conf.get("synthetic.emit", "one-to-one");
        return switch (emit) {
            case "one-to-one" -> random -> 1;
            case "many-to-one" -> {
                double probability = number("synthetic.psi", 0.1, 0, 1);
                yield random -> random.nextDouble() < probability ? 1 : 0;
            }
            case "one-to-many" ->
                    new PoissonCounts(number("synthetic.lambda", 10, 0, PoissonCounts.MAX_MEAN))
                            ::draw;
            default ->
                    throw wrong("synthetic.emit", emit, "one-to-one, many-to-one or one-to-many");
        };
    }

    /**
     * The key of a record: {@code synthetic.keys}. Biased keys rely on Hadoop's hash partitioner,
     * which uses the remainder.
     */
    Draw keys(int reducers) {
        String keys = conf.get("synthetic.keys", "uniform");
        return switch (keys) {
            case "uniform" -> random -> 1 + random.nextInt(KEYS);
            case "zipfian" -> {
                ZipfRanks ranks =
                        new ZipfRanks(KEYS, number("synthetic.zipf.skew", 10, 0, MAX_SKEW));
                yield random -> 1 + ranks.rank(random.nextLong());
            }
            case "biased" -> {
                double special = number("synthetic.alpha", 0.7, 0, 1);
                yield random -> keyOf(biased(special, reducers, random), reducers, random);
            }
            default -> throw wrong("synthetic.keys", keys, "uniform, zipfian or biased");
        };
    }

    private static int biased(double special, int reducers, SplittableRandom random) {
        return reducers == 1 || random.nextDouble() < special
                ? 0
                : 1 + random.nextInt(reducers - 1);
    }

    private static int keyOf(int partition, int reducers, SplittableRandom random) {
        int first = partition == 0 ? reducers : partition;
        return first + reducers * random.nextInt((KEYS - first) / reducers + 1);
    }

    /** The length of a value: {@code synthetic.payload}. */
    int payload() {
        return (int) number("synthetic.payload", 3, 0, 1 << 24);
    }

    /** The number of digits of pi to compute for each token: {@code synthetic.cpu}. */
    int piDigits() {
        return (int) number("synthetic.cpu", 2, 0, 10_000);
    }

    long seed() {
        return conf.getLong("synthetic.seed", 1);
    }

    private double number(String key, double otherwise, double least, double most) {
        double value = conf.getDouble(key, otherwise);
        if (!(value >= least && value <= most)) {
            throw wrong(key, value, "a number from " + least + " to " + most);
        }
        return value;
    }

    private static IllegalArgumentException wrong(String key, Object value, String allowed) {
        return new IllegalArgumentException(key + " is " + value + "; expected " + allowed);
    }
}
