package io.millrace.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/** Jars of one class, as a user would build them. */
final class JobJars {

    private JobJars() {}

    /** A jar whose manifest names its main. */
    static Path runnable(Path folder, Class<?> main) throws IOException {
        return jar(folder, main, main.getName());
    }

    /** A jar whose main has to be named on the command line. */
    static Path plain(Path folder, Class<?> type) throws IOException {
        return jar(folder, type, null);
    }

    /** A jar whose manifest names some main, which may be missing. */
    static Path naming(Path folder, Class<?> type, String main) throws IOException {
        return jar(folder, type, main);
    }

    private static Path jar(Path folder, Class<?> type, @Nullable String main) throws IOException {
        Path jar = folder.resolve(type.getSimpleName() + ".jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (main != null) {
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
        }
        String entry = type.getName().replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest);
                InputStream in = type.getResourceAsStream("/" + entry)) {
            out.putNextEntry(new JarEntry(entry));
            in.transferTo(out);
        }
        return jar;
    }
}
