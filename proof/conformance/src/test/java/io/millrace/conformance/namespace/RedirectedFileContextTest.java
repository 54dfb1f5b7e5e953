package io.millrace.conformance.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterEach;

/** Local paths whose files are in memory as {@code FileContext} sees them. */
class RedirectedFileContextTest extends FileContextTests {

    private static final Path ROOT = new Path(RedirectedContract.root(), "file-context");

    @AfterEach
    void whatIsThereIsNotOnDisk() throws IOException {
        assertThat(RedirectedContract.files().exists(ROOT)).isTrue();
        assertThat(onDisk()).isEmpty();
        RedirectedContract.files().delete(ROOT, true);
    }

    private static List<java.nio.file.Path> onDisk() throws IOException {
        java.nio.file.Path folder = java.nio.file.Path.of(ROOT.toUri());
        if (Files.notExists(folder)) {
            return List.of();
        }
        try (Stream<java.nio.file.Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    @Override
    FileContext context() throws IOException {
        RedirectedContract.files().mkdirs(ROOT);
        FileContext context = DirectFileContextTest.local();
        context.setWorkingDirectory(ROOT);
        return context;
    }
}
