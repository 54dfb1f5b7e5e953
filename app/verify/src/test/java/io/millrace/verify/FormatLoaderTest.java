package io.millrace.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Comparisons in a process that has no reader of Parquet, as the one that the launcher starts. */
class FormatLoaderTest {

    private static final List<String> WORDS = Collections.nCopies(100, "word");
    private static final Pattern READERS = Pattern.compile(".*/org/apache/(parquet|orc)/.*");

    @TempDir Path directory;

    private Path expected;
    private Path actual;

    @BeforeEach
    void writeParquet() throws Exception {
        expected = Files.createDirectories(directory.resolve("expected"));
        actual = Files.createDirectories(directory.resolve("actual"));
        WrittenFiles.PARQUET.write(expected.resolve("part.parquet"), WORDS, false);
        WrittenFiles.PARQUET.write(actual.resolve("part.parquet"), WORDS, true);
        assertThat(Files.mismatch(expected.resolve("part.parquet"), actual.resolve("part.parquet")))
                .as("bytes differ")
                .isNotNegative();
    }

    @Test
    void readersComeFromTheLibrariesOfTheJob() throws Exception {
        List<Path> libraries = classPath().filter(FormatLoaderTest::isReader).toList();
        assertThat(libraries).isNotEmpty();

        assertThat(compare(libraries)).isEmpty();
    }

    @Test
    void withoutAReaderTheBytesDecideAndTheResultSaysSo() throws Exception {
        assertThat(compare(List.of()))
                .startsWith("file part.parquet differs from byte ")
                .contains(
                        "; it was compared byte by byte because no reader of Parquet files is on the"
                                + " job's class path (",
                        "; add one with --packages org.apache.parquet:parquet-hadoop:VERSION");
    }

    private String compare(List<Path> libraries) throws Exception {
        List<URL> bare = new ArrayList<>();
        for (Path path : classPath().filter(path -> !isReader(path)).toList()) {
            bare.add(path.toUri().toURL());
        }
        List<Path> arguments = new ArrayList<>(List.of(expected, actual));
        arguments.addAll(libraries);
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader process =
                new URLClassLoader(
                        bare.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(process);
            @SuppressWarnings("unchecked") // it is one
            Function<List<Path>, String> comparison =
                    (Function<List<Path>, String>)
                            process.loadClass(ComparesDirectories.class.getName())
                                    .getConstructor()
                                    .newInstance();
            return comparison.apply(arguments);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static boolean isReader(Path path) {
        return READERS.matcher(path.toString()).matches();
    }

    private static Stream<Path> classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of);
    }
}
