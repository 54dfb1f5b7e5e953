package io.millrace.workers.pool;

import io.millrace.hadoop.jobs.CombinerJobs;
import io.millrace.hadoop.jobs.MapOnlyJobs;
import io.millrace.hadoop.jobs.MixedApiJobs;
import io.millrace.hadoop.jobs.OrderJobs;
import io.millrace.hadoop.jobs.ShapeJobs;
import io.millrace.hadoop.jobs.WordCounts;
import io.millrace.hadoop.testing.EngineSetup;
import io.millrace.hadoop.testing.EngineSetup.Memory;
import io.millrace.hadoop.testing.JobCase;
import io.millrace.hadoop.testing.NothingLeft;
import io.millrace.hadoop.testing.SameAsLocal;
import io.millrace.testing.Sampled;
import io.millrace.testing.Soak;
import io.millrace.workers.fork.ForkedJobs;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs in several workers, compared with Hadoop's local runner. */
@ExtendWith(NothingLeft.class)
@Sampled(oneIn = 4)
@Tag("jdk")
final class WorkerSameTest {

    private static final Map<String, String> TWO = workers(2);

    private static Map<String, String> workers(int count) {
        return Map.of(
                "millrace.workers",
                Integer.toString(count),
                "mapred.child.java.opts",
                ForkedJobs.QUICK_START);
    }

    static Stream<JobCase> jobs() {
        return Stream.of(
                        WordCounts.newApi(),
                        OrderJobs.rawComparators(),
                        MapOnlyJobs.oldApi(),
                        WordCounts.oldApi(),
                        CombinerJobs.withGroupingComparator(),
                        MixedApiJobs.oldMapperNewReducer())
                .limit(Soak.cases(3, 6));
    }

    @AfterEach
    void noWorkerIsLeft() {
        ForkedJobs.assertNoneLeft();
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void jobsEqualTheLocalRunner(JobCase job) throws Exception {
        SameAsLocal.check(job, EngineSetup.PLAIN, TWO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pairwise", "hierarchical"})
    void threeWorkersGiveTheSameInAnyOrder(String algorithm) throws Exception {
        Map<String, String> three = new HashMap<>(workers(3));
        three.put("millrace.exchange.algorithm", algorithm);
        SameAsLocal.check(WordCounts.newApiWithoutCombiner(), EngineSetup.PLAIN, three);
    }

    /** Where there is no RDMA, it is TCP. */
    @ParameterizedTest
    @ValueSource(strings = {"shared", "rdma"})
    void compressedPartsWithAnotherTransportGiveTheSame(String transport) throws Exception {
        Map<String, String> setting = new HashMap<>(TWO);
        setting.put("millrace.exchange.transport", transport);
        setting.put("millrace.exchange.compression", "lz4");
        SameAsLocal.check(WordCounts.newApiWithoutCombiner(), EngineSetup.PLAIN, setting);
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void blocksThatLeaveEarlyGiveTheSame(JobCase job) throws Exception {
        Map<String, String> setting = new HashMap<>(TWO);
        setting.put("millrace.exchange.overlap", "true");
        setting.put("millrace.sort.split.size", "64KB");
        SameAsLocal.check(job, EngineSetup.PLAIN, setting);
    }

    @Test
    void encryptedMessagesGiveTheSame() throws Exception {
        Map<String, String> setting = new HashMap<>(TWO);
        setting.put("millrace.exchange.tls", "true");
        SameAsLocal.check(WordCounts.newApiWithoutCombiner(), EngineSetup.PLAIN, setting);
    }

    @Test
    void littleMemoryChangesNothing() throws Exception {
        SameAsLocal.check(
                WordCounts.newApiWithoutCombiner(), EngineSetup.PLAIN.with(Memory.TINY), TWO);
    }

    @Test
    void noInputIsNoTrouble() throws Exception {
        SameAsLocal.check(ShapeJobs.zeroInput(), EngineSetup.PLAIN, TWO);
    }
}
