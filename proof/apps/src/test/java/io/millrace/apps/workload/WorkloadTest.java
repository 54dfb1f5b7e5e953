package io.millrace.apps.workload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.apps.Programs;
import io.millrace.apps.input.InputKind;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkloadTest {

    @Test
    void everyProgramOfTheJarIsAWorkloadOrALoop() throws Throwable {
        ByteArrayOutputStream listed = new ByteArrayOutputStream();
        PrintStream out = System.out;
        System.setOut(new PrintStream(listed, true, UTF_8));
        try {
            Programs.driver().run(new String[0]);
        } finally {
            System.setOut(out);
        }
        assertThat(
                        listed.toString(UTF_8)
                                .lines()
                                .filter(line -> line.startsWith("  "))
                                .map(line -> line.strip().split(":", -1)[0])
                                .filter(program -> !program.endsWith("-loop")))
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Workload.values())
                                .filter(workload -> workload.jar() == JobsJar.MILLRACE_APPS)
                                .map(Workload::word)
                                .toList());
    }

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
