package io.millrace.apps.lda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.millrace.apps.testing.BothFrameworks;
import io.millrace.verify.OutputTree;
import io.millrace.workloads.input.InputKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.special.Gamma;
import org.apache.hadoop.mapreduce.Job;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopicInferenceTest {

    private static final int TOPICS = 3;
    private static final int TERMS = 10_000;
    private static final int ITERATIONS = 2;
    private static final double ALPHA = 0.1;
    private static final String[] OPTIONS = {
        "-D", TopicInference.TOPICS + "=" + TOPICS, "-iterations", Integer.toString(ITERATIONS)
    };

    @TempDir Path folder;

    private BothFrameworks frameworks;

    @BeforeEach
    void writeDocuments() throws Exception {
        frameworks = new BothFrameworks(folder, InputKind.TOPIC_DOCUMENTS, 60_000);
    }

    @Test
    void iterationsGiveTheTopicsOfExpectationMaximization() throws Exception {
        OutputTree local = frameworks.local(new TopicInference(), OPTIONS);
        OutputTree millrace = frameworks.millrace(new TopicInference(), OPTIONS);
        double[][] model = model(local, 0);
        for (int i = 1; i <= ITERATIONS; i++) {
            model = nextModel(model);
            assertClose(model(local, i), model);
            assertClose(model(millrace, i), model);
        }
    }

    @Test
    void documentsBecomeMoreProbableWithEachIteration() throws Exception {
        TopicInference inference = new TopicInference();
        org.apache.hadoop.fs.Path previous =
                inference.start(
                        frameworks.conf("millrace"), frameworks.inputPath(), path("iteration-00"));
        long last = Long.MAX_VALUE;
        for (int i = 1; i <= 5; i++) {
            org.apache.hadoop.fs.Path next = path("iteration-0" + i);
            Job job =
                    inference.iteration(
                            frameworks.conf("millrace"), frameworks.inputPath(), previous, next);
            assertThat(job.waitForCompletion(false)).isTrue();
            long surprise =
                    job.getCounters()
                            .findCounter(TopicInference.Count.THOUSANDTHS_OF_SURPRISE)
                            .getValue();
            assertThat(surprise).as("iteration %d", i).isPositive().isLessThan(last);
            last = surprise;
            previous = next;
        }
    }

    @Test
    void aTermBeyondTheLastIsAnErrorThatSaysSo() {
        assertThatThrownBy(() -> new Document(7).parse("d1\t3:1 7:2"))
                .hasMessage("a document has term 7, but lda.terms is 7");
    }

    /** One step, written down as in the paper and with somebody else's gamma functions. */
    private double[][] nextModel(double[][] model) throws Exception {
        double[][] counts = new double[TERMS][TOPICS];
        for (String line : frameworks.input()) {
            int[][] document =
                    Arrays.stream(line.substring(line.indexOf('\t') + 1).split(" ", -1))
                            .map(pair ->
                                    Arrays.stream(pair.split(":", -1))
                                            .mapToInt(Integer::parseInt)
                                            .toArray())
                            .toArray(int[][]::new);
            expect(document, model, counts);
        }
        double[] totals = new double[TOPICS];
        for (double[] ofTerm : counts) {
            for (int k = 0; k < TOPICS; k++) {
                totals[k] += ofTerm[k];
            }
        }
        for (double[] ofTerm : counts) {
            for (int k = 0; k < TOPICS; k++) {
                ofTerm[k] /= totals[k];
            }
        }
        return counts;
    }

    private static void expect(int[][] document, double[][] model, double[][] counts) {
        double words = Arrays.stream(document).mapToInt(pair -> pair[1]).sum();
        double[] gamma = new double[TOPICS];
        Arrays.fill(gamma, ALPHA + words / TOPICS);
        double[][] phi = phi(document, model, gamma);
        for (int i = 0; i < 20; i++) {
            double[] next = new double[TOPICS];
            double change = 0;
            for (int k = 0; k < TOPICS; k++) {
                next[k] = ALPHA;
                for (int t = 0; t < document.length; t++) {
                    next[k] += document[t][1] * phi[t][k];
                }
                change += Math.abs(next[k] - gamma[k]) / TOPICS;
            }
            gamma = next;
            phi = phi(document, model, gamma);
            if (change < 1e-4) {
                break;
            }
        }
        for (int t = 0; t < document.length; t++) {
            for (int k = 0; k < TOPICS; k++) {
                counts[document[t][0]][k] += document[t][1] * phi[t][k];
            }
        }
    }

    private static double[][] phi(int[][] document, double[][] model, double[] gamma) {
        double[][] phi = new double[document.length][TOPICS];
        for (int t = 0; t < document.length; t++) {
            double total = 0;
            for (int k = 0; k < TOPICS; k++) {
                phi[t][k] = model[document[t][0]][k] * Math.exp(Gamma.digamma(gamma[k]));
                total += phi[t][k];
            }
            for (int k = 0; k < TOPICS; k++) {
                phi[t][k] /= total;
            }
        }
        return phi;
    }

    private static void assertClose(double[][] actual, double[][] expected) {
        for (int term = 0; term < TERMS; term++) {
            for (int topic = 0; topic < TOPICS; topic++) {
                assertThat(actual[term][topic])
                        .as("term %d in topic %d", term, topic)
                        .isCloseTo(
                                expected[term][topic],
                                within(1e-5 * expected[term][topic] + 1e-12));
            }
        }
    }

    private org.apache.hadoop.fs.Path path(String name) {
        return new org.apache.hadoop.fs.Path(folder.resolve(name).toUri());
    }

    private static double[][] model(OutputTree output, int iteration) throws Exception {
        List<String> lines = new ArrayList<>(output.lines("iteration-0" + iteration + "/part"));
        double[][] model = new double[TERMS][TOPICS];
        for (String line : lines) {
            String[] fields = line.split("\t", -1);
            model[Integer.parseInt(fields[1])][Integer.parseInt(fields[0])] =
                    Math.exp(Double.parseDouble(fields[2]));
        }
        return model;
    }
}
