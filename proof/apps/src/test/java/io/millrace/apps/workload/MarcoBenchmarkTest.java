package io.millrace.apps.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.mapreduce.Reducer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

    @ParameterizedTest
    @EnumSource
    void partialReducersAreReducers(MarcoBenchmark benchmark) throws Exception {
        assertThat(Class.forName(benchmark.partialReducer())).isAssignableTo(Reducer.class);
        assertThat(benchmark.partialReducerSetting())
                .isEqualTo("millrace.partial.reduce.class=" + benchmark.partialReducer());
    }
}
