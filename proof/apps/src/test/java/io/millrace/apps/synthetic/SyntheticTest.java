package io.millrace.apps.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.millrace.apps.testing.BothFrameworks;
import io.millrace.testing.Sampled;
import io.millrace.verify.OutputTree;
import io.millrace.workloads.input.InputKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Sampled(oneIn = 3)
class SyntheticTest {

    @TempDir Path folder;

    private BothFrameworks frameworks;
    private long tokens;

    @BeforeEach
    void writeText() throws Exception {
        frameworks = new BothFrameworks(folder, InputKind.TEXT, 60_000);
        tokens =
                frameworks.input().stream()
                        .mapToLong(line -> new StringTokenizer(line).countTokens())
                        .sum();
    }

    @ParameterizedTest
    @CsvSource({"one-to-one, 1", "many-to-one, 0.1", "one-to-many, 10"})
    void tokensBecomeAsManyRecordsAsTheirDistributionSays(String emit, double mean)
            throws Exception {
        OutputTree output = frameworks.both(new Synthetic(), "-D", "synthetic.emit=" + emit);
        long records = sum(output.lines("part"));
        assertThat((double) records).isCloseTo(tokens * mean, withinPercentage(10));
        if (mean == 1) {
            assertThat(records).isEqualTo(tokens);
        }
    }

    @Test
    void uniformKeysAreOfAllNumbers() throws Exception {
        OutputTree output = frameworks.both(new Synthetic(), "-D", "synthetic.emit=one-to-many");
        assertThat(keys(output))
                .hasSizeGreaterThan(9_900)
                .allMatch(key -> key >= 1 && key <= 10_000);
    }

    @Test
    void keysOfAnExtremeSkewAreNearlyAllTheFirst() throws Exception {
        OutputTree output = frameworks.both(new Synthetic(), "-D", "synthetic.keys=zipfian");
        assertThat(output.lines("part"))
                .anySatisfy(line -> {
                    assertThat(line).startsWith("1\t");
                    assertThat((double) count(line))
                            .isCloseTo((double) tokens, withinPercentage(1));
                });
    }

    @Test
    void biasedKeysGoToOneReducerAsOftenAsTheirShareSays() throws Exception {
        OutputTree output =
                frameworks.both(
                        new Synthetic(),
                        "-D",
                        "mapreduce.job.reduces=4",
                        "-D",
                        "synthetic.keys=biased",
                        "-D",
                        "synthetic.alpha=0.55");
        for (int reducer = 0; reducer < 4; reducer++) {
            double share = (double) sum(output.lines("part-r-0000" + reducer)) / tokens;
            assertThat(share).isCloseTo(reducer == 0 ? 0.55 : 0.15, within(0.02));
        }
        assertThat(keys(output)).allMatch(key -> key >= 1 && key <= 10_000);
    }

    @Test
    void payloadIsAsLongAndPiHasAsManyDigitsAsTheyAreSetTo() throws Exception {
        JobConf conf = frameworks.conf("millrace");
        conf.setInt("synthetic.payload", 20);
        conf.setInt("synthetic.cpu", 6);
        Job job =
                new Synthetic()
                        .firstJob(
                                conf,
                                frameworks.inputPath(),
                                new org.apache.hadoop.fs.Path(folder.resolve("out").toUri()));
        assertThat(job.waitForCompletion(false)).isTrue();
        int bytesOfLength = 1;
        assertThat(job.getCounters().findCounter(TaskCounter.MAP_OUTPUT_BYTES).getValue())
                .isEqualTo(tokens * (Integer.BYTES + bytesOfLength + 20));
        assertThat(job.getCounters().findCounter(Synthetic.Count.SUM_OF_DIGITS).getValue())
                .isEqualTo(tokens * (3 + 1 + 4 + 1 + 5 + 9));
    }

    @Test
    void digitsOfPiAreRight() {
        StringBuilder digits = new StringBuilder();
        for (int digit : new PiDigits(60).compute()) {
            digits.append(digit);
        }
        assertThat(digits)
                .hasToString("314159265358979323846264338327950288419716939937510582097494");
    }

    @ParameterizedTest
    @CsvSource({
        "synthetic.emit, many, one-to-one",
        "synthetic.keys, zipf, zipfian",
        "synthetic.payload, -1, from 0"
    })
    void aWrongParameterIsNamedBeforeAnyTaskRuns(String key, String value, String allowed) {
        assertThatThrownBy(() -> frameworks.local(new Synthetic(), "-D", key + "=" + value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(key + " is " + value)
                .hasMessageContaining(allowed);
    }

    private static long sum(List<String> lines) {
        return lines.stream().mapToLong(SyntheticTest::count).sum();
    }

    private static long count(String line) {
        return Long.parseLong(line.substring(line.indexOf('\t') + 1));
    }

    private static List<Integer> keys(OutputTree output) throws Exception {
        List<Integer> keys = new ArrayList<>();
        for (String line : output.lines("part")) {
            keys.add(Integer.valueOf(line.substring(0, line.indexOf('\t'))));
        }
        return keys;
    }
}
