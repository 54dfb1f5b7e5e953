package io.millrace.workers.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.plan.Choice;
import io.millrace.engine.plan.JobShape;
import io.millrace.engine.plan.JobShape.Trait;
import io.millrace.exchange.config.ExchangeAlgorithm;
import io.millrace.exchange.config.Toggle;
import io.millrace.exchange.shuffle.NetworkTimes;
import io.millrace.hadoop.loader.JobClasses;
import io.millrace.hadoop.task.JobEnvironment;
import io.millrace.hadoop.task.SerializedSplit;
import java.nio.file.Path;
import java.util.Collections;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.JobID;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the workers of a job exchange map output. */
class ExchangeChoicesTest {

    private static final JobShape SHAPE =
            JobShape.of(512, 9).with(Trait.PREFIXED, Trait.DISTINGUISHES);

    @TempDir Path work;

    private final JobConf conf = new JobConf();

    private Choice<ExchangeAlgorithm> algorithm(int splitBytes) {
        return choices(splitBytes).algorithm();
    }

    private ExchangeChoices choices(int splitBytes) {
        SerializedSplit split = new SerializedSplit(new byte[0], 0, splitBytes, new String[0]);
        JobEnvironment job =
                new JobEnvironment(
                        new JobID("choices", 1),
                        conf,
                        JobClasses.shared(conf, conf.getClassLoader(), "test"),
                        UserGroupInformation.createRemoteUser("somebody"),
                        Collections.nCopies(512, split),
                        work);
        return ExchangeChoices.of(job, 128, false);
    }

    @Test
    void oneMachineIsFullyConnected() {
        Choice<ExchangeAlgorithm> choice = algorithm(1 << 20);
        assertThat(choice.value()).isEqualTo(ExchangeAlgorithm.FULLY_CONNECTED);
        assertThat(choice.reason())
                .matches(
                        "estimated \\d\\.\\d{3} s after the last map task on one machine, .*; "
                                + "pairwise \\d\\.\\d{3} s, hierarchical \\d\\.\\d{3} s");
    }

    @Test
    void oneWorkerOnEachMachineIsFullyConnected() {
        ExchangeChoices.place(conf, 128, null);
        assertThat(algorithm(1 << 20).value()).isEqualTo(ExchangeAlgorithm.FULLY_CONNECTED);
    }

    @Test
    void smallPartsForManyWorkersOfAMachineAreSentOnce() {
        ExchangeChoices.place(conf, 8, null);
        Choice<ExchangeAlgorithm> choice = algorithm(10_000);
        assertThat(choice.value()).isEqualTo(ExchangeAlgorithm.HIERARCHICAL);
        assertThat(choice.reason()).contains("on 8 machines", "fully-connected", "pairwise");
    }

    @Test
    void aMeasuredNetworkDecides() {
        ExchangeChoices.place(conf, 8, NetworkTimes.ofNanos(2_000_000, 1));
        Choice<ExchangeAlgorithm> slow = algorithm(10_000);
        assertThat(slow.reason()).contains("on 8 machines (measured: 2.00 ms and 8000 Mbit/s)");
        ExchangeChoices.place(conf, 8, NetworkTimes.ofNanos(2_000, 1));
        assertThat(slow.reason()).isNotEqualTo(algorithm(10_000).reason());
    }

    @Test
    void blocksLeaveEarlyToOtherMachines() {
        assertThat(choices(1 << 20).overlap().value()).isEqualTo(Toggle.FALSE);
        assertThat(choices(1 << 20).shape(SHAPE, conf)).isEqualTo(SHAPE);
        ExchangeChoices.place(conf, 128, null);
        assertThat(choices(1 << 20).overlap().value()).isEqualTo(Toggle.TRUE);
        assertThat(choices(1 << 20).terms().overlapped()).isTrue();
        assertThat(choices(1 << 20).shape(SHAPE, conf)).isEqualTo(SHAPE.with(Trait.LEAVES_EARLY));
        conf.set("mapreduce.job.combine.class", "example.Combiner");
        assertThat(choices(1 << 20).shape(SHAPE, conf)).isEqualTo(SHAPE);
    }

    @Test
    void theEstimateKnowsWhetherTheyDo() {
        ExchangeChoices.place(conf, 128, null);
        String early = algorithm(1 << 26).reason();
        conf.set("millrace.exchange.overlap", "false");
        assertThat(algorithm(1 << 26).reason()).isNotEqualTo(early);
    }

    @Test
    void orASettingSaysWhetherTheyDo() {
        conf.set("millrace.exchange.overlap", "true");
        assertThat(choices(1 << 20).overlap())
                .isEqualTo(
                        new Choice<>(
                                "exchange.overlap",
                                Toggle.TRUE,
                                "set by millrace.exchange.overlap"));
        conf.set("millrace.exchange.algorithm", "pairwise");
        assertThat(choices(1 << 20).overlap())
                .isEqualTo(
                        new Choice<>(
                                "exchange.overlap",
                                Toggle.FALSE,
                                "pairwise sends whole map outputs"));
    }

    @Test
    void aSettingDecides() {
        conf.set("millrace.exchange.algorithm", "pairwise");
        assertThat(algorithm(1 << 20))
                .isEqualTo(
                        new Choice<>(
                                "exchange.algorithm",
                                ExchangeAlgorithm.PAIRWISE,
                                "set by millrace.exchange.algorithm"));
    }
}
