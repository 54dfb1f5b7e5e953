package io.millrace.hadoop.statics;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.bytecode.statics.TaskCode;
import io.millrace.hadoop.loader.FrameworkClasses;
import io.millrace.hadoop.loader.JobClasses;
import io.millrace.hadoop.loader.JobLoaders;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The holes in the search for shared state: each is named where a job is in it. */
class UnseenCallsTest {

    private static final FrameworkClasses FRAMEWORK = new FrameworkClasses();

    @TempDir private static Path classes;

    static Stream<Program> programs() throws Exception {
        return Program.in("unseen.txt").stream();
    }

    @BeforeAll
    static void compile() throws Exception {
        Program.compile(programs().toList(), classes);
    }

    @ParameterizedTest
    @MethodSource("programs")
    void aCallThatTheSearchDoesNotSeeThroughIsNamed(Program program) throws Exception {
        try (URLClassLoader loader = loader()) {
            TaskCode code =
                    TaskCode.of(
                            List.of(program.className()),
                            loader,
                            FRAMEWORK::contains,
                            each -> true);
            if (program.expected().equals("nothing")) {
                assertThat(code.unseen()).isNull();
            } else {
                assertThat(code.unseen())
                        .startsWith(program.className())
                        .contains(program.expected() + " and ");
            }
        }
    }

    @Test
    void hadoopsWordCountHasNone() {
        TaskCode code =
                TaskCode.of(
                        List.of(
                                WordCount.TokenizerMapper.class.getName(),
                                WordCount.IntSumReducer.class.getName()),
                        Objects.requireNonNull(getClass().getClassLoader()),
                        FRAMEWORK::contains,
                        each -> true);
        assertThat(code.unseen()).isNull();
    }

    @Test
    void thePlanSaysSoInBothWaysOfSharing() throws Exception {
        String name = programs().toList().get(1).className();
        JobConf conf = new JobConf();
        conf.set("mapreduce.job.map.class", name);
        try (URLClassLoader loader = loader()) {
            JobLoaders loaders = new JobLoaders();
            JobClasses shared = loaders.make(conf, loader, List.of());
            JobClasses copied =
                    loaders.make(
                            conf,
                            Objects.requireNonNull(getClass().getClassLoader()),
                            List.of(classes));

            for (JobClasses each : List.of(shared, copied)) {
                assertThat(each.sharing().choice().reason())
                        .contains(name + ".run calls java.lang.reflect.Method.invoke")
                        .endsWith("set millrace.task.isolation to process");
                loaders.retire(each);
            }
        }
    }

    private URLClassLoader loader() throws Exception {
        return new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader());
    }
}
