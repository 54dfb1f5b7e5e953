package io.millrace.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.workloads.input.InputKind;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkloadTest {

    @Test
    void namesOfWorkloadsAndInputsAreDistinct() {
        assertThat(Arrays.stream(Workload.values()).map(Workload::word))
                .doesNotHaveDuplicates()
                .noneMatch(word -> InputKind.named(word).isPresent())
                .allMatch(word -> Workload.named(word).orElseThrow().word().equals(word));
    }

    @Test
    void optionsComeAfterTheProgramAndBeforeItsArguments() {
        assertThat(Workload.K_MEANS.command(List.of("-D", "a=b"), "from", "to"))
                .containsExactly("kmeans", "-D", "a=b", "-iterations", "1", "from", "to");
        assertThat(Workload.GREP.command(List.of(), "from", "to"))
                .containsExactly("grep", "from", "to", "ba[a-z]*");
    }
}
