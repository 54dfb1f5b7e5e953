package io.millrace.formats.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.config.BadSettingException;
import io.millrace.engine.plan.Choice;
import io.millrace.engine.record.FingerprintOrder;
import io.millrace.engine.record.KeyOrder;
import io.millrace.formats.config.FormatKeys;
import io.millrace.formats.registry.JobFormats;
import java.util.function.Consumer;
import org.apache.hadoop.io.DoubleWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.MapFileOutputFormat;
import org.apache.hadoop.mapred.lib.KeyFieldBasedPartitioner;
import org.apache.hadoop.mapred.lib.LazyOutputFormat;
import org.apache.hadoop.mapred.lib.MultipleOutputs;
import org.apache.hadoop.mapred.lib.TotalOrderPartitioner;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;
import org.apache.hadoop.util.ReflectionUtils;
import org.junit.jupiter.api.Test;

class FingerprintJobsTest {

    private static JobConf texts() {
        JobConf conf = new JobConf();
        conf.setMapOutputKeyClass(Text.class);
        return conf;
    }

    private static JobConf asking() {
        JobConf conf = texts();
        conf.set(FormatKeys.SORT.name(), "fingerprint");
        return conf;
    }

    @Test
    void aJobThatAsksGetsTheComparatorAndItsPrefixes() {
        JobConf conf = asking();
        conf.setClass("mapreduce.job.partitioner.class", HashPartitioner.class, Object.class);
        assertThat(FingerprintJobs.apply(conf)).isTrue();
        assertThat(FingerprintJobs.apply(conf)).isTrue();
        JobFormats formats = JobFormats.in(conf::get);
        KnownOrders orders = KnownOrders.of(conf, formats);
        KeyOrder order = KeyOrders.of(conf, orders);
        assertThat(order).isSameAs(FingerprintOrder.INSTANCE);
        Choice<String> choice = orders.choice(conf, formats);
        assertThat(choice.value()).isEqualTo("by fingerprint");
        assertThat(choice.reason()).contains(FormatKeys.SORT.name());
    }

    @Test
    void otherJobsKeepTheirOrder() {
        JobConf silent = texts();
        assertThat(FingerprintJobs.apply(silent)).isFalse();
        JobConf mapOnly = asking();
        mapOnly.setNumReduceTasks(0);
        mapOnly.setOutputFormat(MapFileOutputFormat.class);
        assertThat(FingerprintJobs.apply(mapOnly)).isFalse();
        assertThat(silent.get(MRJobConfig.KEY_COMPARATOR)).isNull();
        assertThat(mapOnly.get(MRJobConfig.KEY_COMPARATOR)).isNull();
    }

    @Test
    void aJobThatNeedsTheOrderIsRejected() {
        assertRejected(
                conf -> conf.setMapOutputKeyClass(DoubleWritable.class),
                "keys of org.apache.hadoop.io.DoubleWritable");
        assertRejected(
                conf -> conf.set(MRJobConfig.MAP_OUTPUT_KEY_CLASS, "of.the.Job"),
                "keys of of.the.Job");
        assertRejected(
                conf -> conf.setOutputValueGroupingComparator(Text.Comparator.class),
                MRJobConfig.GROUP_COMPARATOR_CLASS);
        assertRejected(
                conf -> conf.setPartitionerClass(TotalOrderPartitioner.class),
                "TotalOrderPartitioner (mapred.partitioner.class) divides keys into ranges");
        assertRejected(
                conf -> conf.setPartitionerClass(KeyFieldBasedPartitioner.class),
                "KeyFieldBasedPartitioner (mapred.partitioner.class)");
        assertRejected(
                conf -> conf.setOutputFormat(MapFileOutputFormat.class), "MapFileOutputFormat");
        assertRejected(
                conf -> LazyOutputFormat.setOutputFormatClass(conf, MapFileOutputFormat.class),
                "MapFileOutputFormat");
        assertRejected(
                conf ->
                        MultipleOutputs.addNamedOutput(
                                conf, "side", MapFileOutputFormat.class, Text.class, Text.class),
                "MapFileOutputFormat");
    }

    private static void assertRejected(Consumer<JobConf> setting, String because) {
        JobConf named = texts();
        ReflectionUtils.newInstance(FingerprintComparator.class, named);
        setting.accept(named);
        assertThatThrownBy(() -> ReflectionUtils.newInstance(FingerprintComparator.class, named))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContaining(because)
                .hasMessageEndingWith(
                        "Remove " + MRJobConfig.KEY_COMPARATOR + " from its configuration");
        JobConf asked = asking();
        setting.accept(asked);
        assertThatThrownBy(() -> FingerprintJobs.apply(asked))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContaining(because)
                .hasMessageEndingWith("Remove " + FormatKeys.SORT + " from its configuration");
    }

    @Test
    void aJobThatNamesItsOrderIsRejected() {
        JobConf conf = asking();
        conf.setMapOutputKeyClass(LongWritable.class);
        conf.setOutputKeyComparatorClass(LongWritable.DecreasingComparator.class);
        assertThatThrownBy(() -> FingerprintJobs.apply(conf))
                .isInstanceOf(BadSettingException.class)
                .hasMessageContaining(
                        "LongWritable$DecreasingComparator (" + MRJobConfig.KEY_COMPARATOR + ")");
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
