package io.millrace.apps;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.workloads.JobsJar;
import io.millrace.workloads.MarcoBenchmark;
import io.millrace.workloads.Workload;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import org.apache.hadoop.mapreduce.Reducer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The list of workloads names the programs and classes that there are. */
class ListedProgramsTest {

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

    @ParameterizedTest
    @EnumSource
    void partialReducersAreReducers(MarcoBenchmark benchmark) throws Exception {
        assertThat(Class.forName(benchmark.partialReducer())).isAssignableTo(Reducer.class);
        assertThat(benchmark.partialReducerSetting())
                .isEqualTo("millrace.partial.reduce.class=" + benchmark.partialReducer());
    }
}
