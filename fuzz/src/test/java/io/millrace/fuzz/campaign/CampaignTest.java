package io.millrace.fuzz.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.files.process.MillraceProcess;
import io.millrace.hadoop.job.JobTable;
import io.millrace.testing.Soak;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Programs of fixed seeds. */
@Tag("long")
class CampaignTest {

    private static final int PROGRAMS = Soak.cases(40, 2000);
    private static final long SEED = 18L << 20;

    @Test
    void programsRunAsOnHadoopsLocalRunner() throws Exception {
        CampaignProgress end = new Campaign(CampaignPlan.of(SEED, PROGRAMS), progress -> {}).run();

        assertThat(end.findings().stream().map(finding -> finding.asTest("Differs")).toList())
                .isEmpty();
        assertThat(end.programs()).isEqualTo(PROGRAMS);
        JobTable.of(MillraceProcess.current()).inputs().clear();
        assertThat(JobTable.of(MillraceProcess.current()).memoryHeldBytes())
                .as("record memory")
                .isZero();
    }
}
