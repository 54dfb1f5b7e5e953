package io.millrace.cli.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnwritableDirectoryTest {

    /** Linux lets no user create a directory there. */
    private static final Path READ_ONLY = Path.of("/proc/sys");

    @TempDir Path folder;

    @Test
    void theDirectoryThatMayNotBeWrittenIsNamed() {
        assumeThat(READ_ONLY).exists();
        assumeThat(Files.isWritable(READ_ONLY)).isFalse();
        assertThat(UnwritableDirectory.line(failure(READ_ONLY.resolve("a/b"))))
                .hasValueSatisfying(line ->
                        assertThat(line)
                                .startsWith("the directory " + READ_ONLY + " is not writable for"));
    }

    @Test
    void aDirectoryThatMayBeWrittenHasAnotherFault() {
        assertThat(UnwritableDirectory.line(failure(folder.resolve("a/b")))).isEmpty();
    }

    private static String failure(Path directory) {
        return "java.io.IOException: Mkdirs failed to create file:"
                + directory
                + " (exists=false, cwd=file:/tmp)";
    }
}
