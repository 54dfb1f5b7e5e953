package io.millrace.hadoop.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Makes jars with classes that no test class path has. */
public final class Jars {

    private Jars() {}

    /**
     * Compiles one class and packs it.
     *
     * @return the jar
     */
    public static Path compile(Path directory, String className, String source) throws IOException {
        Path sources = Files.createTempDirectory(directory, "sources");
        Path classes = Files.createTempDirectory(directory, "classes");
        Path file = Files.writeString(sources.resolve(className + ".java"), source);
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
        assertThat(failed).isZero();
        Path jar = Files.createTempFile(directory, "made", ".jar");
        try (Stream<Path> made = Files.list(classes);
                JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (Path path : made.toList()) {
                add(out, path.getFileName().toString(), Files.readAllBytes(path));
            }
        }
        return jar;
    }

    /** A jar with a class that the class path has too. */
    public static Path repeat(Path directory, Class<?> type) throws IOException {
        String path = type.getName().replace('.', '/').concat(".class");
        try (InputStream in = type.getClassLoader().getResourceAsStream(path)) {
            Path jar = Files.createTempFile(directory, "repeated", ".jar");
            return pack(jar, Map.of(path, in.readAllBytes()));
        }
    }

    /** A jar of these entries. */
    public static Path pack(Path jar, Map<String, byte[]> entries) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            for (String name : entries.keySet().stream().sorted().toList()) {
                add(out, name, entries.get(name));
            }
        }
        return jar;
    }

    private static void add(JarOutputStream out, String name, byte[] content) throws IOException {
        out.putNextEntry(new JarEntry(name));
        out.write(content);
        out.closeEntry();
    }

    /** The names of the files in a directory, without Hadoop's checksums. */
    static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.endsWith(".crc"))
                    .sorted()
                    .toList();
        }
    }
}
