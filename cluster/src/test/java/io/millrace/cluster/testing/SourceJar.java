package io.millrace.cluster.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;

/** Makes jars with classes that no class path has. */
public final class SourceJar {

    private SourceJar() {}

    /** Compiles a class in no package, and packs it into a jar in the same directory. */
    public static Path of(Path directory, String name, String source) throws IOException {
        Path file = Files.writeString(directory.resolve(name + ".java"), source);
        int failed =
                ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "-proc:none",
                                "-nowarn",
                                "-classpath",
                                System.getProperty("java.class.path"),
                                "-d",
                                directory.toString(),
                                file.toString());
        assertThat(failed).isZero();
        Path jar = directory.resolve(name + ".jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream packed = new JarOutputStream(out)) {
            packed.putNextEntry(new JarEntry(name + ".class"));
            packed.write(Files.readAllBytes(directory.resolve(name + ".class")));
            packed.closeEntry();
        }
        return jar;
    }
}
