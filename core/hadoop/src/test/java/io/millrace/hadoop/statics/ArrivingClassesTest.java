package io.millrace.hadoop.statics;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Classes that no instruction names and whose objects arrive all the same. */
@Tag("jdk")
class ArrivingClassesTest {

    @TempDir private static Path classes;

    static Stream<Program> programs() throws Exception {
        return Program.in("arrivals.txt").stream();
    }

    /** Each program has its own directory, because all classes of a directory may arrive. */
    @BeforeAll
    static void compile() throws Exception {
        Program.compile(programs().toList(), classes);
        for (Program program : programs().toList()) {
            Path root = Files.createDirectory(classes.resolve("of " + program.name()));
            String folder = program.className().replace(".Job", "");
            Files.move(classes.resolve(folder), root.resolve(folder));
        }
    }

    @ParameterizedTest
    @MethodSource("programs")
    void aStaticThatAnArrivingObjectChangesIsFoundAndNoOther(Program program) throws Exception {
        try (URLClassLoader loader = loader(program)) {
            String changed = program.code(loader).changedStatic(each -> true);
            assertThat(changed == null ? "same" : "changes")
                    .as("%s", changed)
                    .isEqualTo(program.expected());
        }
    }

    @Test
    void providersOfAServiceArrive(@TempDir Path root) throws Exception {
        Program loads =
                new Program(
                        "loads a service",
                        "changes",
                        """
                        public interface Step { int go(); }
                        public static class Counts implements Step { static int n; public int go() { return n++; } }
                        void run(Text line, Context context) { for (Step step : ServiceLoader.load(Step.class)) context.setStatus("" + step.go()); }
                        """);
        Program.compile(List.of(loads), root);
        Path services = Files.createDirectories(root.resolve("META-INF/services"));
        try (URLClassLoader loader = Program.loader(root)) {
            assertThat(loads.code(loader).changedStatic(each -> true)).isNull();
            Files.writeString(
                    services.resolve(loads.className() + "$Step"),
                    "# provider\n" + loads.className() + "$Counts # counts\n");
            assertThat(loads.code(loader).changedStatic(each -> true)).contains("Counts.n is set");
        }
    }

    @Test
    void theFindingNamesTheCallByWhichTheObjectArrives() throws Exception {
        Program program = programs().findFirst().orElseThrow();
        try (URLClassLoader loader = loader(program)) {
            assertThat(program.code(loader).changedStatic(each -> true))
                    .endsWith(
                            "DateProc.day, whose objects arrive by java.io.ObjectInputStream.readObject in "
                                    + program.className()
                                    + ".run");
        }
    }

    private URLClassLoader loader(Program program) throws Exception {
        return Program.loader(classes.resolve("of " + program.name()));
    }
}
