package io.millrace.hadoop.statics;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.bytecode.statics.StateChange;
import io.millrace.bytecode.statics.TaskCode;
import io.millrace.hadoop.loader.FrameworkClasses;
import io.millrace.hadoop.loader.JobClasses;
import io.millrace.hadoop.loader.JobLoaders;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.hadoop.examples.WordCount;
import org.apache.hadoop.mapred.JobConf;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The holes in the search for shared state: each is named where a job is in it. */
@Tag("jdk")
class UnseenCallsTest {

    private static final FrameworkClasses FRAMEWORK = new FrameworkClasses();

    /** The expectation of programs that nothing is said about. */
    private static final List<String> NO_SENTENCE = List.of("nothing", "unnamed");

    @TempDir private static Path classes;

    static Stream<Program> programs() throws Exception {
        return Program.in("unseen.txt").stream();
    }

    static Stream<Program> changes() throws Exception {
        return Program.in("state.txt").stream();
    }

    static Stream<Program> holes() throws Exception {
        return Program.in("holes.txt").stream();
    }

    @BeforeAll
    static void compile() throws Exception {
        Program.compile(
                Stream.of(programs(), holes(), changes()).flatMap(each -> each).toList(), classes);
    }

    @ParameterizedTest
    @MethodSource("programs")
    void aCallThatTheSearchDoesNotSeeThroughIsNamed(Program program) throws Exception {
        try (URLClassLoader loader = Program.loader(classes)) {
            TaskCode code = program.code(loader);
            if (program.expected().equals("nothing")) {
                assertThat(code.unseen(each -> true)).isNull();
            } else {
                assertThat(code.unseen(each -> true))
                        .startsWith(program.className())
                        .contains(program.expected() + " and ");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("holes")
    void aHoleIsNotSeenButNamed(Program program) throws Exception {
        try (URLClassLoader loader = Program.loader(classes)) {
            TaskCode code = program.code(loader);
            assertThat(code.changedStatic(each -> true)).isNull();
            if (NO_SENTENCE.contains(program.expected())) {
                assertThat(code.unseen(each -> true)).isNull();
            } else {
                assertThat(code.unseen(each -> true)).endsWith(program.expected());
            }
        }
    }

    /** Any class on the client's class path could be the driver. */
    @Test
    void aDriverInAnotherDirectoryStaysUnnamed(@TempDir Path root) throws Exception {
        Path job = Files.createDirectory(root.resolve("job"));
        Program sets = driven();
        Program.compile(List.of(sets), job);
        String driver = sets.packageName() + "/Job$Driver.class";
        Path other = root.resolve("other");
        Files.createDirectories(other.resolve(driver).getParent());
        Files.move(job.resolve(driver), other.resolve(driver));
        try (URLClassLoader apart = Program.loader(other);
                URLClassLoader loader =
                        new URLClassLoader(new URL[] {job.toUri().toURL()}, apart)) {
            assertThat(sets.code(loader).unseen(each -> true)).isNull();
        }
    }

    private static Program driven() throws Exception {
        return holes().filter(each -> each.name().startsWith("value that a driver"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aDriverCannotSetStaticsOfCopies() throws Exception {
        try (URLClassLoader loader = Program.loader(classes)) {
            assertThat(driven().code(loader).unseen(each -> false)).isNull();
        }
    }

    /** The class path of the client has too many classes for all of them to count. */
    @Test
    void classesOfTheClientsJarsWithoutReachedCodeAreNamed(@TempDir Path root) throws Exception {
        Program reads = Program.in("elsewhere.txt").get(0);
        Path job = Files.createDirectory(root.resolve("job"));
        Program.compile(List.of(reads), job);
        String counts = reads.packageName() + "/Job$Counts.class";
        Path clients = root.resolve("client");
        Files.createDirectories(clients.resolve(counts).getParent());
        Files.move(job.resolve(counts), clients.resolve(counts));
        String arriving = counts.substring(0, counts.indexOf('.')).replace('/', '.');
        URL own = job.toUri().toURL();
        URL[] brought = {own, clients.toUri().toURL()};
        try (URLClassLoader client = Program.loader(clients);
                URLClassLoader apart = new URLClassLoader(new URL[] {own}, client);
                URLClassLoader both = new URLClassLoader(brought, getClass().getClassLoader())) {
            TaskCode code = reads.code(apart);
            assertThat(code.changedStatic(each -> true)).isNull();
            assertThat(code.unseen(each -> true))
                    .startsWith("java.io.ObjectInputStream.readObject in " + reads.className())
                    .endsWith("may create objects of " + arriving + " in " + clients);
            assertThat(reads.code(both).changedStatic(each -> true)).contains("Job.n is set");
        }
    }

    @ParameterizedTest
    @MethodSource("changes")
    void aChangeOfStateIsFound(Program program) throws Exception {
        try (URLClassLoader loader = Program.loader(classes)) {
            StateChange found = program.code(loader).changedState();
            assertThat(found == null ? "nothing" : found.call())
                    .isEqualTo(
                            program.expected().equals("nothing")
                                    ? "nothing"
                                    : program.expected()
                                            + " is called in "
                                            + program.className()
                                            + ".run");
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
        assertThat(code.unseen(each -> true)).isNull();
    }

    @Test
    void thePlanSaysSoInBothWaysOfSharing() throws Exception {
        String name = programs().toList().get(1).className();
        JobConf conf = new JobConf();
        conf.set("mapreduce.job.map.class", name);
        try (URLClassLoader loader = Program.loader(classes)) {
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
}
