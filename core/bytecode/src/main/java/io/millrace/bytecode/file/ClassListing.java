package io.millrace.bytecode.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Lists the classes of jars and directories. */
public final class ClassListing {

    private static final String SUFFIX = ".class";

    /** Versions of classes for newer JVMs, and what is not a class that code can name. */
    private static final String META = "META-INF/";

    private ClassListing() {}

    /**
     * The names of the classes, with dots. Skips places that are neither a directory nor a jar,
     * because classes do not come from them.
     */
    public static Set<String> in(List<Path> places) throws IOException {
        Set<String> all = new HashSet<>();
        for (Path place : places) {
            if (Files.isDirectory(place)) {
                try (Stream<Path> files = Files.walk(place)) {
                    files.forEach(file -> add(place.relativize(file).toString(), all));
                }
            } else if (Files.isRegularFile(place)) {
                addJar(place, all);
            }
        }
        return all;
    }

    private static void addJar(Path place, Set<String> all) {
        try (JarFile jar = new JarFile(place.toFile())) {
            jar.stream().forEach(entry -> add(entry.getName(), all));
        } catch (IOException e) {
            // A cached file of another kind; a class loader skips it, too.
        }
    }

    private static void add(String file, Set<String> all) {
        String path = file.replace('\\', '/');
        if (path.endsWith(SUFFIX) && !path.startsWith(META)) {
            all.add(path.substring(0, path.length() - SUFFIX.length()).replace('/', '.'));
        }
    }
}
