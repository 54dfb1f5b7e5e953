package io.millrace.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;

/** A job's jar, as its user would build it. */
public final class ClassJar {

    private ClassJar() {}

    /** Makes a jar of classes of this test, and returns it. */
    public static Path make(Path jar, Class<?>... types) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(file)) {
            for (Class<?> type : types) {
                String name = type.getName().replace('.', '/') + ".class";
                entries.putNextEntry(new JarEntry(name));
                try (InputStream bytes = type.getResourceAsStream("/" + name)) {
                    Objects.requireNonNull(bytes, name).transferTo(entries);
                }
                entries.closeEntry();
            }
        }
        return jar;
    }
}
