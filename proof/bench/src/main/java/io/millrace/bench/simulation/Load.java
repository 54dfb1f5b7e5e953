package io.millrace.bench.simulation;

import io.millrace.exchange.shuffle.OutputBlock;
import java.util.Random;

/**
 * Work of a job's workers: each runs waves of map tasks, and each wave makes a part for each
 * worker. Immutable.
 */
final class Load {

    private final Shape shape;

    /** When the waves of each worker end, if nothing but map tasks takes time. */
    private final double[][] waveEnds;

    /** Bytes of a part for each worker, as shares of the mean. */
    private final double[] shares;

    /**
     * The shape of the work.
     *
     * @param workers their number
     * @param perMachine workers of each machine; divides their number
     * @param bytes map output of each worker
     * @param waves waves of map tasks
     * @param mapSeconds of a worker, all waves together
     * @param spread standard deviation of a wave's time, as a share of the time: stragglers
     * @param skew exponent of the Zipf law of the parts' sizes; 0 for equal parts
     */
    record Shape(
            int workers,
            int perMachine,
            double bytes,
            int waves,
            double mapSeconds,
            double spread,
            double skew) {

        /**
         * The number of blocks that leave one after the other while a wave runs.
         *
         * @param overhead seconds of processor time for a message, at its sender
         */
        int blocks(double overhead) {
            return OutputBlock.expected(
                    bytes / waves, mapSeconds / waves, (workers - 1) * overhead, workers);
        }

        Shape withWaves(int number) {
            return new Shape(workers, perMachine, bytes, number, mapSeconds, spread, skew);
        }
    }

    private Load(Shape shape, double[][] waveEnds, double[] shares) {
        this.shape = shape;
        this.waveEnds = waveEnds;
        this.shares = shares;
    }

    /** Draws the times of waves from a log-normal distribution. */
    static Load of(Shape shape, long seed) {
        Random random = new Random(seed);
        double variance = Math.log(1 + shape.spread * shape.spread);
        double[][] ends = new double[shape.workers][shape.waves];
        for (double[] ofWorker : ends) {
            double end = 0;
            for (int wave = 0; wave < shape.waves; wave++) {
                double factor =
                        Math.exp(Math.sqrt(variance) * random.nextGaussian() - variance / 2);
                end += factor * shape.mapSeconds / shape.waves;
                ofWorker[wave] = end;
            }
        }
        return new Load(shape, ends, shares(shape));
    }

    private static double[] shares(Shape shape) {
        double[] shares = new double[shape.workers];
        double sum = 0;
        for (int worker = 0; worker < shares.length; worker++) {
            shares[worker] = Math.pow(worker + 1.0, -shape.skew);
            sum += shares[worker];
        }
        for (int worker = 0; worker < shares.length; worker++) {
            shares[worker] *= shares.length / sum;
        }
        return shares;
    }

    Shape shape() {
        return shape;
    }

    /** The same work if waves are cut into blocks, which leave while their map tasks run. */
    Load inBlocks(Network network) {
        int blocks = shape.blocks(network.overhead());
        double[][] ends = new double[waveEnds.length][];
        for (int worker = 0; worker < ends.length; worker++) {
            ends[worker] = blockEnds(waveEnds[worker], blocks);
        }
        return new Load(shape.withWaves(shape.waves * blocks), ends, shares);
    }

    private static double[] blockEnds(double[] waveEnds, int blocks) {
        double[] ends = new double[waveEnds.length * blocks];
        double start = 0;
        for (int wave = 0; wave < waveEnds.length; wave++) {
            for (int block = 0; block < blocks; block++) {
                double share = (block + 1.0) / blocks;
                ends[wave * blocks + block] = start + share * (waveEnds[wave] - start);
            }
            start = waveEnds[wave];
        }
        return ends;
    }

    int machines() {
        return shape.workers / shape.perMachine;
    }

    int machineOf(int worker) {
        return worker / shape.perMachine;
    }

    /** When a wave of a worker ends, if nothing but map tasks takes time. */
    double waveEnd(int worker, int wave) {
        return waveEnds[worker][wave];
    }

    /** When all map tasks have ended, if nothing else takes time. */
    double mapEnd() {
        double last = 0;
        for (double[] ofWorker : waveEnds) {
            last = Math.max(last, ofWorker[ofWorker.length - 1]);
        }
        return last;
    }

    /** Time to copy a worker's wave within its machine; none if it is alone there. */
    double localSeconds(Network network) {
        return shape.perMachine == 1
                ? 0
                : shape.bytes / shape.waves * network.localSecondsPerByte();
    }

    /** Bytes of a wave's part for a worker. */
    double partBytes(int to) {
        return shares[to] * shape.bytes / shape.workers / shape.waves;
    }
}
