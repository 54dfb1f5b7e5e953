package io.millrace.hadoop.loader;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class FrameworkClassesTest {

    private final FrameworkClasses classes = new FrameworkClasses();

    /** Each module of the jar that users get; in a build, each has a directory of its own. */
    @Test
    void whatLiesInAModuleOfOursIsNotAJobs() throws IOException {
        List<Path> modules =
                Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                        .map(Path::of)
                        .filter(place -> place.endsWith("target/classes"))
                        .filter(place -> !forTests(place))
                        .toList();
        assertThat(modules).isNotEmpty();
        for (Path module : modules) {
            assertThat(classes.contains(anyClass(module))).as("in %s", module).isTrue();
        }
    }

    private static boolean forTests(Path place) {
        String module = place.getParent().getParent().getFileName().toString();
        return module.equals("testing") || module.equals("verify");
    }

    private static String anyClass(Path module) throws IOException {
        try (Stream<Path> files = Files.walk(module)) {
            Path first =
                    files.filter(file -> file.toString().endsWith(".class"))
                            .filter(file -> !file.endsWith("package-info.class"))
                            .findFirst()
                            .orElseThrow();
            String path = module.relativize(first).toString();
            return path.substring(0, path.length() - ".class".length())
                    .replace(File.separatorChar, '.');
        }
    }

    @Test
    void whatLiesBesideTestsIsAJobs() {
        assertThat(classes.contains(FrameworkClassesTest.class.getName())).isFalse();
        assertThat(classes.contains("org.apache.hadoop.examples.WordCount")).isFalse();
        assertThat(classes.contains("org.apache.hadoop.mapreduce.Job")).isTrue();
    }
}
