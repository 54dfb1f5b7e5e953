package io.millrace.bench.iteration;

import io.millrace.workloads.input.BlockFile;
import io.millrace.workloads.input.InputKind;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Writes what the loops read. */
final class LoopInput {

    private static final long SEED = 1;

    private LoopInput() {}

    static void generated(InputKind kind, long bytes, Path file)
            throws IOException, InterruptedException {
        BlockFile.write(kind.input(bytes, SEED), file, 2);
    }

    static long lines(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        }
    }

    /** Points of a square, each with its distances to all. */
    static void distances(int points, Path file) throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        double[] x = random.doubles(points).toArray();
        double[] y = random.doubles(points).toArray();
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int i = 0; i < points; i++) {
                out.write(Integer.toString(i));
                for (int j = 0; j < points; j++) {
                    out.write(" " + Math.hypot(x[i] - x[j], y[i] - y[j]));
                }
                out.write('\n');
            }
        }
    }

    /** Points of two classes that overlap. */
    static void classes(int points, int dimensions, Path file) throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int i = 0; i < points; i++) {
                int label = random.nextInt(2);
                out.write(Integer.toString(label));
                for (int j = 0; j < dimensions; j++) {
                    out.write(" " + (random.nextDouble(-1, 1) + label * 0.1 * j));
                }
                out.write('\n');
            }
        }
    }
}
