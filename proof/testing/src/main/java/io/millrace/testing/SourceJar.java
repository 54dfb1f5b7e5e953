package io.millrace.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Makes jars with classes that no test class path has. */
public final class SourceJar {

    private SourceJar() {}

    /**
     * Compiles a class, and packs it with the classes in it.
     *
     * @return the jar, which is in a directory of {@code directory}
     */
    public static Path of(Path directory, String name, String source) throws IOException {
        Path sources = Files.createTempDirectory(directory, "sources");
        Path classes = Files.createTempDirectory(directory, "classes");
        Path file = Files.writeString(sources.resolve(name + ".java"), source);
        int failed =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-proc:none",
                                "-classpath",
                                System.getProperty("java.class.path"),
                                "-d",
                                classes.toString(),
                                file.toString());
        if (failed != 0) {
            throw new IllegalArgumentException(name + " does not compile");
        }
        Path jar = Files.createTempFile(directory, "made", ".jar");
        try (Stream<Path> listed = Files.walk(classes);
                OutputStream out = Files.newOutputStream(jar);
                JarOutputStream packed = new JarOutputStream(out)) {
            List<Path> made = listed.filter(Files::isRegularFile).sorted().toList();
            for (Path each : made) {
                String entry = classes.relativize(each).toString().replace('\\', '/');
                packed.putNextEntry(new JarEntry(entry));
                packed.write(Files.readAllBytes(each));
                packed.closeEntry();
            }
        }
        return jar;
    }
}
