package io.millrace.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.abort;

import io.millrace.apps.job.LoopTool;
import io.millrace.apps.kmeans.KMeans;
import io.millrace.apps.kmeans.KMeansLoop;
import io.millrace.apps.lda.TopicInference;
import io.millrace.apps.lda.TopicInferenceLoop;
import io.millrace.apps.pagerank.PageRankLoop;
import io.millrace.apps.regression.LogisticRegression;
import io.millrace.apps.scaling.Scaling;
import io.millrace.apps.testing.BothFrameworks;
import io.millrace.apps.testing.Python;
import io.millrace.apps.vector.Doubles;
import io.millrace.collective.data.KeyValue;
import io.millrace.workloads.input.InputKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The loops beside scikit-learn and NumPy, from the same start, where these are to be had. */
class ReferencesTest {

    private static Python python;

    @TempDir Path folder;

    @BeforeAll
    static void findPython() throws InterruptedException {
        python = Python.find().orElseGet(ReferencesTest::skip);
    }

    private static Python skip() {
        String reason =
                "ReferencesTest is skipped: no python3 with numpy, scipy and sklearn on the path; name one by -D"
                        + Python.INTERPRETER;
        System.out.println(reason);
        return abort(reason);
    }

    private BothFrameworks input(InputKind kind, long bytes) throws Exception {
        return new BothFrameworks(folder, kind, bytes);
    }

    /** An input of other lines than the generators make. */
    private BothFrameworks input(List<double[]> lines) throws Exception {
        BothFrameworks on = input(InputKind.POINTS, 1000);
        Files.write(folder.resolve("input"), lines.stream().map(ReferencesTest::text).toList());
        return on;
    }

    private static String text(double[] numbers) {
        return Arrays.stream(numbers).mapToObj(Double::toString).collect(Collectors.joining(" "));
    }

    /** What a loop comes to, by number. */
    private static Map<Integer, double[]> loop(
            LoopTool tool, BothFrameworks on, int iterations, String... settings) throws Exception {
        Configuration conf = on.conf("millrace");
        for (int i = 0; i < settings.length; i += 2) {
            conf.set(settings[i], settings[i + 1]);
        }
        tool.setConf(conf);
        Map<Integer, double[]> vectors = new TreeMap<>();
        for (KeyValue record : tool.loop(on.inputPath(), iterations).data()) {
            vectors.put(Doubles.key(record), Doubles.of(record.value()));
        }
        return vectors;
    }

    /** What a loop starts with, in a file. */
    private Path start(LoopTool tool, BothFrameworks on, String... settings) throws Exception {
        List<String> lines = new ArrayList<>();
        loop(tool, on, 0, settings)
                .forEach((key, numbers) -> lines.add(key + "\t" + text(numbers)));
        return Files.write(folder.resolve("start"), lines);
    }

    private Map<Integer, double[]> reference(String script, Object... arguments) throws Exception {
        List<Object> all = new ArrayList<>(List.of(folder.resolve("input")));
        all.addAll(List.of(arguments));
        return python.run(folder, script, all.toArray());
    }

    private static void assertNear(
            Map<Integer, double[]> found, Map<Integer, double[]> expected, double tolerance) {
        assertThat(found).hasSameSizeAs(expected);
        expected.forEach((key, numbers) ->
                assertThat(found.get(key))
                        .as("record %d", key)
                        .containsExactly(numbers, within(tolerance)));
    }

    @Test
    void centresAreScikitLearns() throws Exception {
        BothFrameworks on = input(InputKind.POINTS, 100_000);
        String[] settings = {KMeans.CLUSTERS, "7", KMeans.TOLERANCE, "-1"};
        Path start = start(new KMeansLoop(), on, settings);
        assertNear(loop(new KMeansLoop(), on, 8, settings), reference("kmeans", start, 8), 1e-9);
    }

    @Test
    void weightsOfARegressionAreScikitLearns() throws Exception {
        SplittableRandom random = new SplittableRandom(7);
        List<double[]> lines = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            double[] line = random.doubles(4, -1, 1).toArray();
            double chance = 1 / (1 + Math.exp(-(2 * line[1] - line[2] + 0.5)));
            line[0] = random.nextDouble() < chance ? 1 : 0;
            lines.add(line);
        }
        BothFrameworks on = input(lines);
        String[] settings = {
            LogisticRegression.PENALTY, "0.02", LogisticRegression.TOLERANCE, "1e-11"
        };
        assertNear(
                loop(new LogisticRegression(), on, 5000, settings),
                reference("regression", 0.02),
                1e-9);
    }

    @Test
    void layoutAndStressAreScikitLearns() throws Exception {
        int count = 30;
        SplittableRandom random = new SplittableRandom(9);
        double[][] points = new double[count][];
        Arrays.setAll(points, i -> random.doubles(5, 0, 1).toArray());
        List<double[]> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double[] row = new double[1 + count];
            row[0] = i;
            for (int j = 0; j < count; j++) {
                row[1 + j] = distance(points[i], points[j]);
            }
            rows.add(row);
        }
        BothFrameworks on = input(rows);
        String[] settings = {Scaling.POINTS, Integer.toString(count), Scaling.TOLERANCE, "0"};
        Path start = start(new Scaling(), on, settings);
        assertNear(loop(new Scaling(), on, 25, settings), reference("mds", start, 25), 1e-9);
    }

    private static double distance(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += (a[i] - b[i]) * (a[i] - b[i]);
        }
        return Math.sqrt(sum);
    }

    @ParameterizedTest
    @ValueSource(strings = {"out-links", "in-links"})
    void ranksSolveTheirEquations(String form) throws Exception {
        BothFrameworks on = input(InputKind.WEB_GRAPH, 20_000);
        String pages = Integer.toString(on.input().size());
        String[] settings = {PageRankLoop.PAGES, pages, PageRankLoop.FORM, form};
        assertNear(loop(new PageRankLoop(), on, 200, settings), reference("pagerank", 0.85), 1e-9);
    }

    /** The program stops at a document that hardly changes any more, as NumPy's inference does. */
    @ParameterizedTest
    @CsvSource({"numpy, 1e-9", "scikit-learn, 1e-4"})
    void topicsAndTheirBoundAreThoseOfAnotherInference(String inference, double tolerance)
            throws Exception {
        BothFrameworks on = input(InputKind.TOPIC_DOCUMENTS, 40_000);
        String[] settings = {
            TopicInference.TOPICS, "4",
            TopicInference.ALPHA, "0.1",
            TopicInference.DOCUMENT_ITERATIONS, "1000"
        };
        Path start = start(new TopicInferenceLoop(), on, settings);
        Map<Integer, double[]> found = loop(new TopicInferenceLoop(), on, 5, settings);
        Map<Integer, double[]> expected = reference("lda", start, 5, 0.1, inference);
        double bound = found.remove(TopicInferenceLoop.BOUND)[0];
        double expectedBound = expected.remove(TopicInferenceLoop.BOUND)[0];
        assertThat(bound / expectedBound).isCloseTo(1, within(tolerance));
        assertNear(found, expected, tolerance);
    }
}
