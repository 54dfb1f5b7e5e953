package io.millrace.hadoop.statics;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.bytecode.statics.TaskCode;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Small mappers with statics, each of which says itself whether a task changes one. */
@Tag("jdk")
class StaticProgramsTest {

    @TempDir private static Path classes;

    static Stream<Program> programs() throws Exception {
        return Program.in("programs.txt").stream();
    }

    @BeforeAll
    static void compile() throws Exception {
        Program.compile(programs().toList(), classes);
    }

    @ParameterizedTest
    @MethodSource("programs")
    void aStaticThatATaskChangesIsFoundAndNoOther(Program program) throws Exception {
        try (URLClassLoader loader = Program.loader(classes)) {
            TaskCode code = program.code(loader);
            String changed = code.changedStatic(each -> true);
            String left = code.leftStatic(each -> true);
            assertThat(changed != null ? "changes" : left != null ? "left" : "same")
                    .as("%s", left)
                    .isEqualTo(program.expected());
        }
    }
}
