package io.millrace.apps.lda;

import io.millrace.apps.job.TextOutput;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * The probability of each term in each topic; as text {@code topic TAB term TAB logarithm of the
 * probability}.
 */
final class TopicModel {

    private TopicModel() {}

    /** Reads a model: for each term, its probability in each topic. */
    static double[][] read(Configuration conf, Path directory, int topics, int terms)
            throws IOException {
        double[][] probabilities = new double[terms][topics];
        new TextOutput(conf, directory)
                .forEachLine(line -> {
                    int topicEnd = line.indexOf('\t');
                    int termEnd = line.indexOf('\t', topicEnd + 1);
                    int topic = Integer.parseInt(line, 0, topicEnd, 10);
                    int term = Integer.parseInt(line, topicEnd + 1, termEnd, 10);
                    probabilities[term][topic] =
                            Math.exp(Double.parseDouble(line.substring(termEnd + 1)));
                });
        return probabilities;
    }

    /** Random initial weights of terms in topics. */
    static double[][] startWeights(int topics, int terms, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] weights = new double[topics][];
        for (int topic = 0; topic < topics; topic++) {
            weights[topic] = random.doubles(terms, 1, 2).toArray();
        }
        return weights;
    }

    /** Divides by the sum. */
    static void normalize(double[] weights) {
        double total = 0;
        for (double weight : weights) {
            total += weight;
        }
        for (int i = 0; i < weights.length; i++) {
            weights[i] /= total;
        }
    }

    /** Writes an initial model. */
    static void start(Configuration conf, Path directory, int topics, int terms, long seed)
            throws IOException {
        Path file = new Path(directory, "part-r-00000");
        try (BufferedWriter out =
                new BufferedWriter(
                        new OutputStreamWriter(
                                file.getFileSystem(conf).create(file, false),
                                StandardCharsets.UTF_8))) {
            double[][] weights = startWeights(topics, terms, seed);
            for (int topic = 0; topic < topics; topic++) {
                normalize(weights[topic]);
                for (int term = 0; term < terms; term++) {
                    out.write(topic + "\t" + term + "\t" + Math.log(weights[topic][term]) + "\n");
                }
            }
        }
    }
}
