package io.millrace.hadoop.isolation;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** Packs classes of the tests as a user packs a job. */
final class JobJars {

    private JobJars() {}

    /** A jar with these classes and what is nested in them. */
    static Path pack(Path jar, Class<?>... types) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file)) {
            for (Class<?> type : types) {
                Path root =
                        Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
                Path folder = root.resolve(type.getPackageName().replace('.', '/'));
                String name = type.getSimpleName();
                try (Stream<Path> entries = Files.list(folder)) {
                    for (Path entry : entries.toList()) {
                        String entryName = entry.getFileName().toString();
                        if (entryName.equals(name + ".class") || entryName.startsWith(name + "$")) {
                            out.putNextEntry(new JarEntry(root.relativize(entry).toString()));
                            Files.copy(entry, out);
                            out.closeEntry();
                        }
                    }
                }
            }
        }
        return jar;
    }
}
