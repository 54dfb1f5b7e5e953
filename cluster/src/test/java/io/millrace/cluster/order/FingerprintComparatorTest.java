package io.millrace.cluster.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.cluster.MillraceCollector;
import io.millrace.cluster.testing.LocalRun;
import io.millrace.cluster.testing.TextJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapFileOutputFormat;
import org.apache.hadoop.mapred.lib.TotalOrderPartitioner;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.util.ReflectionUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that group by keys get the same groups in the order of fingerprints. */
@Tag("long")
class FingerprintComparatorTest {

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
                sorted.andThen(
                        conf -> conf.setOutputKeyComparatorClass(FingerprintComparator.class));
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

    @Test
    void aJobThatNeedsTheOrderIsRejected() {
        assertRejected(
                conf -> conf.setMapOutputKeyClass(DoubleWritable.class),
                "keys of org.apache.hadoop.io.DoubleWritable");
        assertRejected(
                conf -> conf.setOutputValueGroupingComparator(Text.Comparator.class),
                MRJobConfig.GROUP_COMPARATOR_CLASS);
        assertRejected(
                conf -> conf.setPartitionerClass(TotalOrderPartitioner.class),
                "TotalOrderPartitioner (mapred.partitioner.class)");
        assertRejected(
                conf -> conf.setOutputFormat(MapFileOutputFormat.class), "MapFileOutputFormat");
    }

    private static void assertRejected(Consumer<JobConf> setting, String because) {
        JobConf conf = new JobConf();
        conf.setMapOutputKeyClass(Text.class);
        ReflectionUtils.newInstance(FingerprintComparator.class, conf);
        setting.accept(conf);
        assertThatThrownBy(() -> ReflectionUtils.newInstance(FingerprintComparator.class, conf))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(because);
    }

    @Test
    void objectsCompareLikeTheirBytes() {
        FingerprintComparator comparator = new FingerprintComparator();
        assertThat(comparator.compare(new Text("a"), new Text("a"))).isZero();
        int one = comparator.compare(new Text("a"), new Text("b"));
        assertThat(one).isNotZero();
        assertThat(Integer.signum(comparator.compare(new Text("b"), new Text("a"))))
                .isEqualTo(-Integer.signum(one));
    }
}
