package io.millrace.hadoop.job;

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

/** Makes jars with classes that no test class path has. */
public final class Jars {

    private Jars() {}

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
