package io.millrace.collective.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.millrace.collective.data.DynamicData;
import io.millrace.collective.data.KeyValue;
import io.millrace.collective.data.LoopState;
import io.millrace.collective.operation.NumberOperation;
import io.millrace.collective.step.Iteration;
import io.millrace.collective.step.Merge;
import io.millrace.collective.step.Step;
import io.millrace.collective.testing.Loops;
import io.millrace.testing.Sampled;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.hadoop.io.ArrayPrimitiveWritable;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Sampled(oneIn = 3)
@Tag("jdk")
class IterativeJobTest {

    private static final int CLUSTERS = 5;

    @TempDir Path folder;
    private Loops loops;

    @BeforeEach
    void makeInput() throws Exception {
        loops = new Loops(folder);
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        loops.assertNothingLeft();
    }

    /** (nearest centre, x and y and 1). */
    public static final class Nearest
            extends Mapper<LongWritable, Text, IntWritable, ArrayPrimitiveWritable> {

        private final List<double[]> centres = new ArrayList<>();

        @Override
        protected void setup(Context context) throws IOException {
            for (KeyValue centre : DynamicData.of(context)) {
                centres.add((double[]) ((ArrayPrimitiveWritable) centre.value()).get());
            }
        }

        @Override
        protected void map(LongWritable at, Text line, Context context)
                throws IOException, InterruptedException {
            double[] point = point(line.toString());
            context.write(
                    new IntWritable(nearest(centres, point)), new ArrayPrimitiveWritable(point));
        }
    }

    static double[] point(String line) {
        String[] words = line.substring(line.indexOf('\t') + 1).split(" ", -1);
        return new double[] {Double.parseDouble(words[0]), Double.parseDouble(words[1]), 1};
    }

    static int nearest(List<double[]> centres, double[] point) {
        int nearest = 0;
        for (int i = 1; i < centres.size(); i++) {
            if (distance(centres.get(i), point) < distance(centres.get(nearest), point)) {
                nearest = i;
            }
        }
        return nearest;
    }

    private static double distance(double[] a, double[] b) {
        return (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]);
    }

    /** Sums become means; the loop ends when none has moved. */
    public static final class Means implements Merge {

        @Override
        public DynamicData merge(DynamicData sums, DynamicData current, Iteration iteration) {
            List<KeyValue> means = new ArrayList<>();
            boolean moved = false;
            for (KeyValue record : sums) {
                double[] sum = (double[]) ((ArrayPrimitiveWritable) record.value()).get();
                double[] mean = {sum[0] / sum[2], sum[1] / sum[2]};
                double[] before =
                        (double[]) current.get(record.key(), ArrayPrimitiveWritable.class).get();
                moved |= distance(mean, before) > 0;
                means.add(new KeyValue(record.key(), new ArrayPrimitiveWritable(mean)));
            }
            if (!moved) {
                iteration.end();
            }
            return new DynamicData(means);
        }
    }

    private DynamicData start() throws Exception {
        List<KeyValue> centres = new ArrayList<>();
        for (String line : loops.lines().subList(0, CLUSTERS)) {
            double[] point = point(line);
            centres.add(
                    new KeyValue(
                            new IntWritable(centres.size()),
                            new ArrayPrimitiveWritable(new double[] {point[0], point[1]})));
        }
        return new DynamicData(centres);
    }

    private LoopState kMeans(int iterations, String framework, String... settings)
            throws Exception {
        return IterativeJob.over(loops.job(framework, settings))
                .startWith(start())
                .repeat(
                        Step.map(Nearest.class, IntWritable.class, ArrayPrimitiveWritable.class)
                                .allReduce(NumberOperation.SUM)
                                .merge(Means.class))
                .atMost(iterations)
                .run();
    }

    private double[] lloyd(int iterations) throws Exception {
        List<double[]> points = loops.lines().stream().map(IterativeJobTest::point).toList();
        List<double[]> centres = points.subList(0, CLUSTERS);
        for (int i = 0; i < iterations; i++) {
            double[][] sums = new double[CLUSTERS][3];
            for (double[] point : points) {
                double[] sum = sums[nearest(centres, point)];
                for (int d = 0; d < 3; d++) {
                    sum[d] += point[d];
                }
            }
            centres =
                    Stream.of(sums)
                            .map(sum -> new double[] {sum[0] / sum[2], sum[1] / sum[2], 1})
                            .toList();
        }
        return centres.stream()
                .flatMapToDouble(centre -> DoubleStream.of(centre[0], centre[1]))
                .toArray();
    }

    @Test
    void aGangComesToWhatLloydsAlgorithmDoes() throws Exception {
        LoopState end = kMeans(4, "millrace", "millrace.collective.workers", "3");
        assertThat(end.iteration()).isEqualTo(4);
        assertThat(Loops.numbers(end)).containsExactly(lloyd(4), within(1e-12));
    }

    @ParameterizedTest
    @CsvSource({
        "millrace, auto, exchange",
        "millrace, 1, exchange",
        "millrace, 2, ring",
        "millrace, 3, tree",
        "millrace, 3, auto",
        "millrace, 7, auto",
        "millrace, 7, ring",
        "millrace, 4, rabenseifner",
        "millrace, 7, rabenseifner",
        "millrace, 8, exchange",
        "local, auto, exchange",
        "local, 3, exchange"
    })
    void whoeverRunsItAndHowManyAtOnceTheBitsAreTheSame(
            String framework, String workers, String algorithm) throws Exception {
        LoopState expected = kMeans(6, "millrace", "millrace.collective.workers", "1");
        LoopState end =
                kMeans(
                        6,
                        framework,
                        "millrace.collective.workers",
                        workers,
                        "millrace.collective.algorithm",
                        algorithm);
        assertThat(Loops.text(end)).isEqualTo(Loops.text(expected));
    }

    @ParameterizedTest
    @CsvSource({"millrace", "local"})
    void withoutCollectivesPlainJobsComeToTheSame(String framework) throws Exception {
        LoopState gang = kMeans(3, "millrace");
        LoopState plain = kMeans(3, framework, "millrace.collective.pattern", "none");
        assertThat(plain.iteration()).isEqualTo(3);
        assertThat(Loops.numbers(plain)).containsExactly(Loops.numbers(gang), within(1e-12));
    }

    @Test
    void aMergeEndsTheLoopAtTheSameIterationInBoth() throws Exception {
        LoopState gang = kMeans(200, "millrace");
        assertThat(gang.ended()).isTrue();
        assertThat(gang.iteration()).isBetween(3, 199);
        LoopState before = kMeans(gang.iteration() - 1, "millrace");
        assertThat(Loops.text(before)).isEqualTo(Loops.text(gang));
        assertThat(before.ended()).isFalse();
        LoopState plain = kMeans(200, "millrace", "millrace.collective.pattern", "none");
        assertThat(plain.iteration()).isEqualTo(gang.iteration());
    }
}
