package io.millrace.workers.isolation;

import io.millrace.hadoop.isolation.StateOrderJobs;
import io.millrace.hadoop.isolation.StateOrders.How;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Comparators that change state of the process sort as under Hadoop's local runner. */
@Timeout(120) // against waiting for ever
final class WorkerStateOrdersTest extends StateOrderJobs {

    @ParameterizedTest
    @EnumSource(
            value = How.class,
            names = {"CONSTRUCTOR", "COMPARE"})
    void inWorkers(How how) throws Exception {
        requireSame(how, true, conf -> conf.setInt("millrace.workers", 2));
    }
}
