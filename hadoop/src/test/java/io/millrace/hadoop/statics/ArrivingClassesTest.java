package io.millrace.hadoop.statics;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.bytecode.statics.TaskCode;
import io.millrace.hadoop.loader.FrameworkClasses;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Classes that no instruction names and whose objects arrive all the same. */
class ArrivingClassesTest {

    private static final FrameworkClasses FRAMEWORK = new FrameworkClasses();

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
            String changed = code(program.className(), loader).changedStatic(each -> true);
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
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {root.toUri().toURL()}, getClass().getClassLoader())) {
            assertThat(code(loads.className(), loader).changedStatic(each -> true)).isNull();
            Files.writeString(
                    services.resolve(loads.className() + "$Step"),
                    "# provider\n" + loads.className() + "$Counts # counts\n");
            assertThat(code(loads.className(), loader).changedStatic(each -> true))
                    .contains("Counts.n is set");
        }
    }

    @Test
    void theFindingNamesTheCallByWhichTheObjectArrives() throws Exception {
        Program program = programs().findFirst().orElseThrow();
        try (URLClassLoader loader = loader(program)) {
            assertThat(code(program.className(), loader).changedStatic(each -> true))
                    .endsWith(
                            "DateProc.day, whose objects arrive by java.io.ObjectInputStream.readObject in "
                                    + program.className()
                                    + ".run");
        }
    }

    private URLClassLoader loader(Program program) throws Exception {
        Path root = classes.resolve("of " + program.name());
        return new URLClassLoader(new URL[] {root.toUri().toURL()}, getClass().getClassLoader());
    }

    private static TaskCode code(String name, ClassLoader loader) {
        return TaskCode.of(List.of(name), loader, FRAMEWORK::contains, each -> true);
    }
}
