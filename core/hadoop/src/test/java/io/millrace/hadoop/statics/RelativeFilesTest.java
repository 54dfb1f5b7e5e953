package io.millrace.hadoop.statics;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.bytecode.statics.TaskCode;
import io.millrace.hadoop.loader.FrameworkClasses;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Small mappers with files, each of which says itself what it writes under a relative name. */
@Tag("jdk")
class RelativeFilesTest {

    private static final FrameworkClasses FRAMEWORK = new FrameworkClasses();

    @TempDir private static Path classes;

    static Stream<Program> programs() throws Exception {
        return Program.in("files.txt").stream();
    }

    @BeforeAll
    static void compile() throws Exception {
        Program.compile(programs().toList(), classes);
    }

    @ParameterizedTest
    @MethodSource("programs")
    void aFileThatATaskWritesUnderARelativeNameIsFoundAndNoOther(Program program) throws Exception {
        try (URLClassLoader loader = Program.loader(classes)) {
            String found = program.code(loader).writtenFile();
            String none = "none";
            assertThat(found == null ? none : found)
                    .startsWith(
                            program.expected().equals(none)
                                    ? none
                                    : "file "
                                            + program.expected()
                                            + " in the working directory is written in "
                                            + program.className());
        }
    }

    /** A database of thousands of methods, many of which have one name. */
    @Test
    void aLargeLibraryIsFollowedToItsEnd() {
        TaskCode code =
                TaskCode.of(
                        List.of("org.hsqldb.jdbc.JDBCDriver"),
                        getClass().getClassLoader(),
                        FRAMEWORK::contains,
                        each -> true);
        assertThat(code.writtenFile())
                .contains("in the working directory is written in org.hsqldb");
    }
}
