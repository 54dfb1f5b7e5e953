package io.millrace.cli.fs;

import io.millrace.hadoop.remote.FileClient;
import io.millrace.hadoop.remote.RemoteFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** Copies files and folders between a process and the disk. */
final class Copy {

    private final FileClient files;

    Copy(FileClient files) {
        this.files = files;
    }

    /** From the process to a path on disk, into a folder that is there. */
    void out(String source, Path target) throws IOException {
        String name = source.substring(source.lastIndexOf('/') + 1);
        copy(source, Files.isDirectory(target) ? target.resolve(name) : target);
    }

    private void copy(String source, Path target) throws IOException {
        List<RemoteFile> found = files.list(source);
        if (found.size() == 1 && !found.get(0).folder() && isSame(found.get(0), source)) {
            boolean whole = false;
            try (OutputStream out = Files.newOutputStream(target, StandardOpenOption.CREATE_NEW)) {
                files.read(source, out);
                whole = true;
            } finally {
                if (!whole) {
                    Files.deleteIfExists(target);
                }
            }
            return;
        }
        Files.createDirectories(target);
        for (RemoteFile each : found) {
            String name = each.path().substring(each.path().lastIndexOf('/') + 1);
            copy(each.path(), target.resolve(name));
        }
    }

    private static boolean isSame(RemoteFile file, String source) {
        return file.path().replaceFirst(":/+", ":/").equals(source.replaceFirst(":/+", ":/"));
    }

    /** From disk to exactly that path of the process. */
    void in(Path source, String target) throws IOException {
        if (!Files.isDirectory(source)) {
            try (InputStream in = Files.newInputStream(source)) {
                files.write(target, in);
            }
            return;
        }
        try (Stream<Path> all = Files.list(source)) {
            for (Path each : all.sorted().toList()) {
                in(each, target + '/' + each.getFileName());
            }
        }
    }
}
