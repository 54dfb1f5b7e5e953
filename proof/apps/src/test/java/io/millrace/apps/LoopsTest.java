package io.millrace.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.millrace.apps.job.LoopTool;
import io.millrace.apps.kmeans.KMeans;
import io.millrace.apps.kmeans.KMeansLoop;
import io.millrace.apps.lda.TopicInference;
import io.millrace.apps.lda.TopicInferenceLoop;
import io.millrace.apps.pagerank.PageRankLoop;
import io.millrace.apps.regression.LogisticRegression;
import io.millrace.apps.scaling.Scaling;
import io.millrace.apps.testing.BothFrameworks;
import io.millrace.apps.vector.Doubles;
import io.millrace.collective.data.LoopState;
import io.millrace.files.process.MillraceProcess;
import io.millrace.formats.inputcache.InputCache;
import io.millrace.hadoop.job.JobTable;
import io.millrace.testing.Sampled;
import io.millrace.workloads.input.InputKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each loop with collectives, as plain jobs, and against what its mathematics says. */
@Sampled(oneIn = 3)
class LoopsTest {

    @TempDir Path folder;

    @AfterEach
    void memoryIsGivenBack() {
        assertThat(JobTable.of(MillraceProcess.current()).memoryHeldBytes()).isZero();
    }

    private BothFrameworks input(InputKind kind, long bytes) throws Exception {
        return new BothFrameworks(folder, kind, bytes);
    }

    /** Replaces a generated input by lines of the test's own. */
    private BothFrameworks input(List<String> lines) throws Exception {
        BothFrameworks frameworks = input(InputKind.POINTS, 1000);
        Files.write(folder.resolve("input"), lines);
        return frameworks;
    }

    private static LoopState run(
            LoopTool tool, BothFrameworks on, int iterations, String... settings) throws Exception {
        Configuration conf = on.conf("millrace");
        conf.set("millrace.map.threads", "3");
        for (int i = 0; i < settings.length; i += 2) {
            conf.set(settings[i], settings[i + 1]);
        }
        tool.setConf(conf);
        return tool.loop(on.inputPath(), iterations);
    }

    /** With collectives, which the plain jobs come to as well, bit for bit. */
    private static LoopState both(
            LoopTool tool, BothFrameworks on, int iterations, String... settings) throws Exception {
        LoopState gang = run(tool, on, iterations, settings);
        String[] plain = Arrays.copyOf(settings, settings.length + 2);
        plain[settings.length] = "millrace.collective.pattern";
        plain[settings.length + 1] = "none";
        assertThat(text(run(tool, on, iterations, plain))).isEqualTo(text(gang));
        return gang;
    }

    private static List<String> text(LoopState state) {
        List<String> text = new ArrayList<>();
        state.data()
                .forEach(record ->
                        text.add(record.key() + "=" + Arrays.toString(Doubles.of(record.value()))));
        return text;
    }

    @Test
    void centresAreThoseOfLloydsAlgorithm() throws Exception {
        BothFrameworks on = input(InputKind.POINTS, 50_000);
        LoopState end = both(new KMeansLoop(), on, 5, KMeans.CLUSTERS, "4", KMeans.TOLERANCE, "0");
        List<double[]> points =
                on.input().stream()
                        .map(line ->
                                Arrays.stream(line.split(" ", -1))
                                        .mapToDouble(Double::parseDouble)
                                        .toArray())
                        .toList();
        List<double[]> centres = points.subList(0, 4);
        for (int i = 0; i < 5; i++) {
            centres = lloyd(points, centres);
        }
        for (int cluster = 0; cluster < 4; cluster++) {
            assertThat(Doubles.get(end.data(), cluster)).isEqualTo(centres.get(cluster));
        }
    }

    @Test
    void plainJobsParseTheirInputOnceIfItIsKept() throws Exception {
        BothFrameworks on = input(InputKind.POINTS, 50_000);
        int iterations = 3;
        String[] plain = {
            KMeans.CLUSTERS, "4", KMeans.TOLERANCE, "0", "millrace.collective.pattern", "none"
        };
        String[] kept = Arrays.copyOf(plain, plain.length + 2);
        kept[plain.length] = "millrace.input.cache";
        kept[plain.length + 1] = "true";
        String[] local = Arrays.copyOf(plain, plain.length + 2);
        local[plain.length] = "mapreduce.framework.name";
        local[plain.length + 1] = "local";
        settle(folder.resolve("input"));

        LoopTool loop = new KMeansLoop();
        List<String> end = text(run(loop, on, iterations, kept));
        long read = splits(loop, InputCache.MISSES);
        assertThat(read).isPositive();
        assertThat(splits(loop, InputCache.HITS)).isEqualTo(read * (iterations - 1));
        JobTable.of(MillraceProcess.current()).inputs().clear();

        assertThat(text(run(loop, on, iterations, plain))).isEqualTo(end);
        assertThat(splits(loop, InputCache.HITS)).isZero();
        assertThat(text(run(loop, on, iterations, local))).isEqualTo(end);
    }

    private static long splits(LoopTool loop, String counter) {
        return loop.counters().findCounter(InputCache.GROUP, counter).getValue();
    }

    /** What has just changed is not kept. */
    private static void settle(Path file) throws Exception {
        long changed = ((FileTime) Files.getAttribute(file, "unix:ctime")).toMillis();
        while (System.currentTimeMillis() - changed < 200) {
            Thread.onSpinWait();
        }
    }

    private static List<double[]> lloyd(List<double[]> points, List<double[]> centres) {
        double[][] sums = new double[centres.size()][4];
        for (double[] point : points) {
            int nearest = 0;
            for (int i = 1; i < centres.size(); i++) {
                if (distance(point, centres.get(i)) < distance(point, centres.get(nearest))) {
                    nearest = i;
                }
            }
            for (int i = 0; i < 3; i++) {
                sums[nearest][i] += point[i];
            }
            sums[nearest][3]++;
        }
        List<double[]> means = new ArrayList<>();
        for (double[] sum : sums) {
            means.add(new double[] {sum[0] / sum[3], sum[1] / sum[3], sum[2] / sum[3]});
        }
        return means;
    }

    private static double distance(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < b.length; i++) {
            sum += (a[i] - b[i]) * (a[i] - b[i]);
        }
        return sum;
    }

    @Test
    void fiftyIterationsGiveAllMemoryBack() throws Exception {
        BothFrameworks on = input(InputKind.POINTS, 200_000);
        LoopState end = run(new KMeansLoop(), on, 50, KMeans.CLUSTERS, "9", KMeans.TOLERANCE, "-1");
        assertThat(end.iteration()).isEqualTo(50);
        assertThat(JobTable.of(MillraceProcess.current()).memoryHeldBytes()).isZero();
    }

    @Test
    void stressNeverRisesAndComesNearToNothingWhereDistancesAreThoseOfAPlane() throws Exception {
        SplittableRandom random = new SplittableRandom(3);
        double[][] points = new double[40][];
        for (int i = 0; i < points.length; i++) {
            points[i] = random.doubles(2, 0, 1).toArray();
        }
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < points.length; i++) {
            StringBuilder line = new StringBuilder().append(i);
            for (double[] other : points) {
                line.append(' ').append(Math.sqrt(distance(points[i], other)));
            }
            lines.add(line.toString());
        }
        BothFrameworks on = input(lines);
        double before = Double.POSITIVE_INFINITY;
        for (int iterations = 1; iterations <= 6; iterations++) {
            LoopState state = run(new Scaling(), on, iterations, Scaling.POINTS, "40");
            double stress = Doubles.get(state.data(), Scaling.STRESS)[0];
            assertThat(stress).isLessThanOrEqualTo(before);
            before = stress;
        }
        LoopState six = both(new Scaling(), on, 6, Scaling.POINTS, "40");
        assertThat(Doubles.get(six.data(), Scaling.STRESS)[0]).isEqualTo(before);
        LoopState end =
                run(new Scaling(), on, 2000, Scaling.POINTS, "40", Scaling.TOLERANCE, "1e-4");
        assertThat(end.ended()).isTrue();
        assertThat(Doubles.get(end.data(), Scaling.STRESS)[0]).isLessThan(before / 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"out-links", "in-links"})
    void ranksAreThoseOfThePowerMethodAndNoneIsLost(String form) throws Exception {
        BothFrameworks on = input(InputKind.WEB_GRAPH, 20_000);
        List<int[]> graph =
                on.input().stream()
                        .map(line ->
                                Arrays.stream(line.trim().split("\\s+", -1))
                                        .mapToInt(word -> (int) Double.parseDouble(word))
                                        .toArray())
                        .toList();
        String pages = Integer.toString(graph.size());
        LoopState end =
                run(new PageRankLoop(), on, 10, PageRankLoop.PAGES, pages, PageRankLoop.FORM, form);
        LoopState plain =
                run(
                        new PageRankLoop(),
                        on,
                        3,
                        PageRankLoop.PAGES,
                        pages,
                        PageRankLoop.FORM,
                        form,
                        "millrace.collective.pattern",
                        "none");
        assertThat(Doubles.get(plain.data(), PageRankLoop.RANKS))
                .containsExactly(power(graph, 3), within(1e-9));
        double[] ranks = Doubles.get(end.data(), PageRankLoop.RANKS);
        assertThat(ranks).containsExactly(power(graph, 10), within(1e-9));
        assertThat(DoubleStream.of(ranks).sum()).isCloseTo(graph.size(), within(1e-6));
    }

    /** Lines of page, rank and links. */
    private static double[] power(List<int[]> graph, int iterations) {
        double[] ranks = new double[graph.size()];
        Arrays.fill(ranks, 1);
        for (int i = 0; i < iterations; i++) {
            double[] next = new double[ranks.length];
            Arrays.fill(next, 0.15);
            for (int[] page : graph) {
                int links = page.length - 2;
                if (links == 0) {
                    next[page[0]] += 0.85 * ranks[page[0]];
                }
                for (int link = 2; link < page.length; link++) {
                    next[page[link]] += 0.85 * ranks[page[0]] / links;
                }
            }
            ranks = next;
        }
        return ranks;
    }

    @Test
    void theBoundOfTheDocumentsLikelihoodNeverFalls() throws Exception {
        BothFrameworks on = input(InputKind.TOPIC_DOCUMENTS, 40_000);
        String[] settings = {
            TopicInference.TOPICS, "4",
            TopicInference.DOCUMENT_ITERATIONS, "200"
        };
        both(new TopicInferenceLoop(), on, 2, settings);
        double before = Double.NEGATIVE_INFINITY;
        for (int iterations = 1; iterations <= 5; iterations++) {
            LoopState state = run(new TopicInferenceLoop(), on, iterations, settings);
            double bound = Doubles.get(state.data(), TopicInferenceLoop.BOUND)[0];
            assertThat(bound).isGreaterThan(before);
            before = bound;
            for (int topic = 0; topic < 4; topic++) {
                assertThat(DoubleStream.of(Doubles.get(state.data(), topic)).sum())
                        .isCloseTo(1, within(1e-9));
            }
        }
    }

    @Test
    void theLossOfARegressionNeverRisesAndItsGradientVanishes() throws Exception {
        SplittableRandom random = new SplittableRandom(5);
        List<double[]> data = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            double x = random.nextDouble(-1, 1);
            double y = random.nextDouble(-1, 1);
            double probability = 1 / (1 + Math.exp(-(2 * x - y + 0.5)));
            data.add(new double[] {random.nextDouble() < probability ? 1 : 0, x, y});
        }
        BothFrameworks on =
                input(data.stream().map(line -> line[0] + " " + line[1] + " " + line[2]).toList());
        both(new LogisticRegression(), on, 3);
        double before = Double.POSITIVE_INFINITY;
        for (int iterations = 1; iterations <= 5; iterations++) {
            LoopState state = run(new LogisticRegression(), on, iterations);
            double loss = Doubles.get(state.data(), LogisticRegression.LOSS)[0];
            assertThat(loss).isLessThan(before);
            before = loss;
        }
        LoopState end = run(new LogisticRegression(), on, 2000);
        assertThat(end.ended()).isTrue();
        double[] weights = Doubles.get(end.data(), LogisticRegression.WEIGHTS);
        double[] gradient = new double[3];
        for (double[] line : data) {
            double product = weights[0] * line[1] + weights[1] * line[2] + weights[2];
            double error = (1 / (1 + Math.exp(-product)) - line[0]) / data.size();
            gradient[0] += error * line[1];
            gradient[1] += error * line[2];
            gradient[2] += error;
        }
        for (int i = 0; i < 3; i++) {
            assertThat(gradient[i] + 0.01 * weights[i]).isCloseTo(0, within(1e-7));
        }
    }

    private static Stream<Arguments> badLines() {
        return Stream.of(
                arguments(
                        new KMeansLoop(), "1 2;3 4;5", "has 1 coordinates, but the centres have 2"),
                arguments(new KMeansLoop(), "1 2;3 4;5 x", "does not consist of numbers"),
                arguments(
                        new LogisticRegression(), "0 1 2;1 2", "has 2 numbers, but the first line"),
                arguments(new LogisticRegression(), "0 1;7 2", "begins with 7.0; expected 0 or 1"),
                arguments(
                        new Scaling(), "0 0 1;1 1", "has 2 numbers, but a point and its distances"),
                arguments(
                        new Scaling(),
                        "0 0 1;2 1 0",
                        "has the number 2.0; expected a number from 0 to 1"),
                arguments(
                        new Scaling(), "0 0 1", "the input has lines of 1 points, but mds.points"),
                arguments(
                        new PageRankLoop(),
                        "0\t1\t1;1\t1\t2",
                        "has the number 2.0; expected a number"),
                arguments(
                        new PageRankLoop(),
                        "0\t1\t1;0.5\t1\t1",
                        "has the number 0.5; expected a number"),
                arguments(
                        new PageRankLoop(),
                        "0\t1\t1;1",
                        "does not start with a page and its rank"));
    }

    @ParameterizedTest
    @MethodSource("badLines")
    void aLineThatIsNotWhatTheProgramReadsIsAnErrorThatNamesIt(
            LoopTool tool, String lines, String problem) throws Exception {
        BothFrameworks on = input(List.of(lines.split(";", -1)));
        String[] settings = {
            KMeans.CLUSTERS,
            "2",
            Scaling.POINTS,
            "2",
            PageRankLoop.PAGES,
            "2",
            "mapreduce.map.maxattempts",
            "1"
        };
        assertThatThrownBy(() -> run(tool, on, 2, settings)).hasMessageContaining(problem);
    }

    @Test
    void aProgramWritesTheEndOfItsLoopAsText() throws Exception {
        BothFrameworks on = input(InputKind.POINTS, 5_000);
        Path output = folder.resolve("end");
        Configuration conf = on.conf("millrace");
        conf.setInt(KMeans.CLUSTERS, 2);
        String[] arguments = {"-iterations", "2", on.inputPath().toString(), output.toString()};
        assertThat(ToolRunner.run(conf, new KMeansLoop(), arguments)).isZero();
        assertThat(Files.readAllLines(output.resolve("part-00000")))
                .hasSize(2)
                .allMatch(line -> line.matches("[01]\t[\\d.]+ [\\d.]+ [\\d.]+"));
    }
}
