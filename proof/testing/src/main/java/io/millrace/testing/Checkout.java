package io.millrace.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The source tree whose tests run. */
public final class Checkout {

    /** Tests run in the directory of their module, which is in the directory of a group. */
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    private Checkout() {}

    /** The directory of the launcher and of all groups of modules. */
    public static Path root() {
        return ROOT;
    }

    /**
     * The directory of a module, in any group.
     *
     * @param name its name without {@code millrace-}
     * @throws IllegalArgumentException if there is none of that name
     */
    public static Path module(String name) {
        try (DirectoryStream<Path> groups = Files.newDirectoryStream(ROOT, Files::isDirectory)) {
            for (Path group : groups) {
                Path module = group.resolve(name);
                if (Files.isRegularFile(module.resolve("pom.xml"))) {
                    return module;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalArgumentException("no module " + name + " in " + ROOT);
    }

    /** The root of a module's sources, without its tests. */
    public static Path sources(String name) {
        return module(name).resolve("src/main/java");
    }
}
