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
 * How probable each term is in each topic; as text {@code topic TAB term TAB logarithm of the
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

    /** Writes a model to start from, in which topics differ by chance. */
    static void start(Configuration conf, Path directory, int topics, int terms, long seed)
            throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        Path file = new Path(directory, "part-r-00000");
        try (BufferedWriter out =
                new BufferedWriter(
                        new OutputStreamWriter(
                                file.getFileSystem(conf).create(file, false),
                                StandardCharsets.UTF_8))) {
            for (int topic = 0; topic < topics; topic++) {
                double[] weights = random.doubles(terms, 1, 2).toArray();
                double total = 0;
                for (double weight : weights) {
                    total += weight;
                }
                for (int term = 0; term < terms; term++) {
                    out.write(topic + "\t" + term + "\t" + Math.log(weights[term] / total) + "\n");
                }
            }
        }
    }
}
