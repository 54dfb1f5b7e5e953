package io.millrace.hadoop.loader;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The jars and directories on a client's class path, and the libraries that their classes use.
 * Thread-safe.
 */
final class ClientLibraries {

    private record Use(String place, String library) {}

    private final FrameworkClasses framework;
    private final Map<Use, Boolean> known = new ConcurrentHashMap<>();

    ClientLibraries(FrameworkClasses framework) {
        this.framework = framework;
    }

    /**
     * Whether a class in the same jar or directory as the named one uses a library. False for
     * classes of the framework, and for those that the client does not have; true if the place
     * cannot be read.
     *
     * @param library the prefix of the library's class names
     */
    boolean uses(String name, String library) {
        String place = framework.contains(name) ? null : framework.place(name);
        return place != null
                && known.computeIfAbsent(new Use(place, library), ClientLibraries::read);
    }

    private static boolean read(Use use) {
        if (use.place.startsWith("jrt:")) {
            return false;
        }
        String internal = use.library.replace('.', '/');
        String text =
                use.place.startsWith("jar:") ? use.place.substring("jar:".length()) : use.place;
        try {
            Path place = Path.of(URI.create(text));
            return Files.isDirectory(place) ? inDirectory(place, internal) : inJar(place, internal);
        } catch (IOException | RuntimeException e) { // a place of another kind than files
            return true;
        }
    }

    private static boolean inDirectory(Path place, String library) throws IOException {
        try (Stream<Path> files = Files.walk(place)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
                if (mentions(Files.readAllBytes(file), library)) {
                    return true;
                }
            }
            return false;
        }
    }

    private static boolean inJar(Path place, String library) throws IOException {
        try (JarFile jar = new JarFile(place.toFile())) {
            for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
                if (entry.getName().endsWith(".class")) {
                    try (InputStream in = jar.getInputStream(entry)) {
                        if (mentions(in.readAllBytes(), library)) {
                            return true;
                        }
                    }
                }
            }
            return false;
        }
    }

    /** Constants of class files are ASCII text where names are. */
    private static boolean mentions(byte[] file, String library) {
        return new String(file, StandardCharsets.ISO_8859_1).contains(library);
    }
}
