package io.millrace.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.TestInstances;
import org.junit.jupiter.api.io.TempDir;

/** Temporary files of jobs in a test's JUnit directories. */
final class LeftFiles {

    /** The start of the names of jobs' spill directories. A process's directory may stay. */
    private static final String SPILLS = "millrace-job";

    private LeftFiles() {}

    /** The directories in the fields of a test. */
    static List<Path> foldersOf(TestInstances tests) throws IllegalAccessException {
        List<Path> folders = new ArrayList<>();
        for (Object test : tests.getAllInstances()) {
            for (Class<?> type = test.getClass(); type != null; type = type.getSuperclass()) {
                for (Field field : type.getDeclaredFields()) {
                    if (field.isAnnotationPresent(TempDir.class)) {
                        field.setAccessible(true);
                        Object folder = field.get(test);
                        folders.add(folder instanceof File file ? file.toPath() : (Path) folder);
                    }
                }
            }
        }
        return folders;
    }

    /** Runs and spill directories of jobs that exist now. */
    static List<String> below(List<Path> folders) throws IOException {
        List<String> found = new ArrayList<>();
        for (Path folder : folders) {
            if (!Files.isDirectory(folder)) {
                continue;
            }
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(LeftFiles::isOfJob).forEach(file -> found.add("file " + file));
            } catch (NoSuchFileException e) {
                found.add(e.getFile() + ", which is just being deleted");
            } catch (UncheckedIOException e) { // the same, in a subdirectory
                found.add(e.getMessage() + ", which is just being deleted");
            }
        }
        return found;
    }

    private static boolean isOfJob(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".run") || (name.startsWith(SPILLS) && Files.isDirectory(file));
    }
}
