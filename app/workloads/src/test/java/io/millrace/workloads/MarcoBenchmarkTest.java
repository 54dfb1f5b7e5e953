package io.millrace.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class MarcoBenchmarkTest {

    @Test
    void theElevenAreDistinctWorkloadsAndSixOfThemShuffleMuch() {
        List<MarcoBenchmark> all = List.of(MarcoBenchmark.values());
        assertThat(all).hasSize(11);
        assertThat(all).extracting(MarcoBenchmark::paperName).doesNotHaveDuplicates();
        assertThat(all).extracting(MarcoBenchmark::workload).doesNotHaveDuplicates();
        assertThat(all.stream().filter(MarcoBenchmark::shuffleHeavy)).hasSize(6);
    }

    @Test
    void aWorkloadOutsideThePaperIsNoBenchmark() {
        assertThat(MarcoBenchmark.of(Workload.SELF_JOIN)).contains(MarcoBenchmark.SELF_JOIN);
        assertThat(
                        Arrays.stream(Workload.values())
                                .filter(each -> MarcoBenchmark.of(each).isEmpty()))
                .contains(Workload.LDA, Workload.INVERTED_INDEX, Workload.K_MEANS);
    }
}
