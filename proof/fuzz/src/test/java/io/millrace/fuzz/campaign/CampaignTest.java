package io.millrace.fuzz.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.files.process.MillraceProcess;
import io.millrace.fuzz.run.Modes;
import io.millrace.hadoop.job.JobTable;
import io.millrace.testing.Soak;
import org.junit.jupiter.api.Test;

/** Programs of fixed seeds. */
class CampaignTest {

    private static final int PROGRAMS = Soak.cases(40, 2000);
    private static final long SEED = 18L << 20;

    /** From here on, a worker is stopped for good or for long: while it starts, and later. */
    private static final long SEED_OF_STOPS = SEED + 38;

    @Test
    void programsRunAsOnHadoopsLocalRunner() throws Exception {
        assertSame(CampaignPlan.of(SEED, PROGRAMS));
    }

    @Test
    void soTheyDoIfAWorkerIsStopped() throws Exception {
        assertSame(
                CampaignPlan.of(SEED_OF_STOPS, Soak.cases(2, 60))
                        .withMode(Modes.named("stopped workers").orElseThrow()));
    }

    private static void assertSame(CampaignPlan plan) throws Exception {
        CampaignProgress end = new Campaign(plan, progress -> {}).run();

        assertThat(end.findings().stream().map(finding -> finding.asTest("Differs")).toList())
                .isEmpty();
        assertThat(end.programs()).isEqualTo(plan.programs());
        JobTable.of(MillraceProcess.current()).inputs().clear();
        assertThat(JobTable.of(MillraceProcess.current()).memoryHeldBytes())
                .as("record memory")
                .isZero();
    }
}
