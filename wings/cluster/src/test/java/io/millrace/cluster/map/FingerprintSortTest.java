package io.millrace.cluster.map;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.MillraceCollector;
import io.millrace.cluster.testing.LocalRun;
import io.millrace.cluster.testing.TextJobs;
import io.millrace.formats.config.FormatKeys;
import io.millrace.formats.order.FingerprintJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that group by keys get the same groups in the order of fingerprints. */
class FingerprintSortTest {

    @TempDir Path work;

    @Test
    void groupsAreTheSameOnBothSidesWithAndWithoutThePlugIn() throws IOException {
        Path input = Files.createDirectory(work.resolve("in"));
        StringBuilder text = new StringBuilder();
        for (int word = 0; word < 5000; word++) {
            text.append("a rather long common beginning of ")
                    .append(word * 7919 % 997)
                    .append('\n');
        }
        Files.writeString(input.resolve("a"), text);
        Files.writeString(input.resolve("b"), text);
        Consumer<JobConf> sorted = TextJobs::combinedIndex;
        Consumer<JobConf> hashed =
                sorted.andThen(conf -> {
                    conf.unset(MRJobConfig.KEY_COMPARATOR);
                    conf.set(FormatKeys.SORT.name(), "fingerprint");
                    assertThat(FingerprintJobs.apply(conf)).isTrue();
                });
        LocalRun usual = LocalRun.of(work, input, sorted);
        LocalRun stock = LocalRun.of(work, input, hashed);
        LocalRun ours =
                LocalRun.of(
                        work,
                        input,
                        hashed.andThen(conf ->
                                conf.set(
                                        MRJobConfig.MAP_OUTPUT_COLLECTOR_CLASS_ATTR,
                                        MillraceCollector.class.getName())));
        assertThat(stock.successful()).isTrue();
        assertThat(ours.output()).isEqualTo(stock.output());
        assertThat(stock.output()).isNotEqualTo(usual.output());
        assertThat(lines(stock)).isEqualTo(lines(usual));
    }

    private static Set<String> lines(LocalRun run) {
        List<String> lines = new ArrayList<>();
        run.output().values().forEach(part -> lines.addAll(part.lines().toList()));
        assertThat(lines).doesNotHaveDuplicates();
        return new HashSet<>(lines);
    }
}
