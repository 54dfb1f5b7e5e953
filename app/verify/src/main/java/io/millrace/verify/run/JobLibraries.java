package io.millrace.verify.run;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** The class path of a job, beside the one that the launcher gives to every process. */
public final class JobLibraries {

    private JobLibraries() {}

    /**
     * The job's jar, the jars in its directory {@code lib}, which {@code hadoop jar} unpacks, and
     * the local ones of {@code -libjars}.
     *
     * @param arguments of {@code millrace jar}
     * @param directory gets the jars that are unpacked
     */
    public static List<Path> of(List<String> arguments, Collection<JobNote> jobs, Path directory)
            throws IOException {
        List<Path> libraries = new ArrayList<>();
        for (String argument : arguments) {
            if (!argument.startsWith("-")) {
                Path jar = Path.of(argument);
                libraries.add(jar);
                unpack(jar, directory, libraries);
                break;
            }
        }
        for (JobNote job : jobs) {
            for (String library : job.libraries()) {
                var path = new org.apache.hadoop.fs.Path(library).toUri();
                if (path.getScheme() == null || path.getScheme().equals("file")) {
                    libraries.add(Path.of(path.getPath()));
                }
            }
        }
        return libraries;
    }

    private static void unpack(Path jar, Path directory, List<Path> libraries) throws IOException {
        try (JarFile opened = new JarFile(jar.toFile())) {
            Enumeration<JarEntry> entries = opened.entries();
            while (entries.hasMoreElements()) {
                JarEntry entry = entries.nextElement();
                if (entry.getName().matches("lib/[^/]+\\.jar")) {
                    Path file =
                            Files.createDirectories(directory)
                                    .resolve(entry.getName().substring("lib/".length()));
                    try (InputStream in = opened.getInputStream(entry)) {
                        Files.copy(in, file);
                    }
                    libraries.add(file);
                }
            }
        }
    }
}
