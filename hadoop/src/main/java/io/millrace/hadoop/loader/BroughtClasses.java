package io.millrace.hadoop.loader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Lists the classes of a class path. */
final class BroughtClasses {

    private static final String VERSIONS = "META-INF/";

    private BroughtClasses() {}

    /**
     * The names of the classes. Skips entries that are neither a directory nor a jar, because
     * classes do not come from them.
     */
    static Set<String> in(List<Path> classPath) throws IOException {
        Set<String> all = new HashSet<>();
        for (Path place : classPath) {
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

    private static void add(String path, Set<String> all) {
        String name = FrameworkClasses.typeOf(path.replace('\\', '/'));
        if (name != null && !path.startsWith(VERSIONS)) {
            all.add(name);
        }
    }
}
