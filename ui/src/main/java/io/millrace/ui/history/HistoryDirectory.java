package io.millrace.ui.history;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A directory of past jobs, a file for each: its report in JSON, compressed with gzip, named {@code
 * 20261122-083501-3f9a.json.gz} after when the job ended, in UTC, and a number that nobody else
 * has. Files appear whole, or empty for a moment. Any number of processes may write, read and
 * delete at once. Only the owner may read: reports have the jobs' configuration.
 */
public final class HistoryDirectory {

    private static final String SUFFIX = ".json.gz";
    private static final String MAKING = "making";
    private static final DateTimeFormatter WHEN =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);
    private static final int NUMBERS = 1 << 16;

    /** What is older and not whole was left by a process that was killed. */
    private static final Duration PATIENCE = Duration.ofHours(1);

    private final Path path;

    public HistoryDirectory(Path path) {
        this.path = path;
    }

    public Path path() {
        return path;
    }

    /**
     * Keeps a report, and lets the oldest go that are too many, but never this one.
     *
     * @return its id
     */
    public String add(String report, Instant when, int maxJobs, long maxBytes) throws IOException {
        Files.createDirectories(path, ownersOnly());
        Path made = Files.createTempFile(path, MAKING, ".tmp");
        try {
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(made))) {
                out.write(report.getBytes(StandardCharsets.UTF_8));
            }
            Path file = reserve(when);
            Files.move(made, file, StandardCopyOption.REPLACE_EXISTING);
            prune(file, maxJobs, maxBytes);
            return id(file);
        } finally {
            Files.deleteIfExists(made);
        }
    }

    private FileAttribute<?>[] ownersOnly() {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
    }

    /** An empty file that only this caller made. */
    private Path reserve(Instant when) throws IOException {
        while (true) {
            int number = ThreadLocalRandom.current().nextInt(NUMBERS);
            Path file = path.resolve("%s-%04x%s".formatted(WHEN.format(when), number, SUFFIX));
            try {
                return Files.createFile(file);
            } catch (FileAlreadyExistsException e) {
                // Another job ended in the same second and has the number; there are others.
            }
        }
    }

    private void prune(Path newest, int maxJobs, long maxBytes) throws IOException {
        List<Path> files = files();
        files.remove(newest);
        long bytes = size(newest);
        int jobs = 1;
        for (Path file : files) {
            bytes += size(file);
            jobs++;
            if (jobs > maxJobs || bytes > maxBytes) {
                Files.deleteIfExists(file);
            }
        }
        Instant abandoned = Instant.now().minus(PATIENCE);
        try (DirectoryStream<Path> unfinished = Files.newDirectoryStream(path, MAKING + "*")) {
            for (Path file : unfinished) {
                if (modified(file).isBefore(abandoned)) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    /** The files of jobs, the newest first. */
    private List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(path, "*" + SUFFIX)) {
            all.forEach(files::add);
        } catch (NoSuchFileException e) {
            return files; // no job was ever kept
        }
        files.sort(Comparator.comparing(HistoryDirectory::id).reversed());
        return files;
    }

    /** 0 for a file that another process has deleted. */
    private static long size(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    private static Instant modified(Path file) throws IOException {
        try {
            return Files.getLastModifiedTime(file).toInstant();
        } catch (NoSuchFileException e) {
            return Instant.MAX;
        }
    }

    private static String id(Path file) {
        String name = file.getFileName().toString();
        return name.substring(0, name.length() - SUFFIX.length());
    }

    /**
     * The past jobs, the newest first.
     *
     * @param damaged told of files that cannot be read, and why
     */
    public List<HistoryEntry> entries(BiConsumer<Path, IOException> damaged) throws IOException {
        List<HistoryEntry> entries = new ArrayList<>();
        for (Path file : files()) {
            try {
                if (size(file) > 0 || modified(file).isBefore(Instant.now().minus(PATIENCE))) {
                    entries.add(HistoryEntry.read(id(file), file));
                }
            } catch (NoSuchFileException e) {
                // Too old for another process, meanwhile.
            } catch (IOException e) {
                damaged.accept(file, e);
            }
        }
        return entries;
    }

    /** The ids that are or begin with {@code beginning}, the newest first. */
    public List<String> matching(String beginning) throws IOException {
        List<String> ids = files().stream().map(HistoryDirectory::id).toList();
        return ids.contains(beginning)
                ? List.of(beginning)
                : ids.stream().filter(id -> id.startsWith(beginning)).toList();
    }

    /**
     * The report of a past job, in JSON.
     *
     * @throws IOException if it is gone or damaged
     */
    public String report(String id) throws IOException {
        try (GZIPInputStream in =
                new GZIPInputStream(Files.newInputStream(path.resolve(id + SUFFIX)))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Deletes all past jobs; returns how many. */
    public int clear() throws IOException {
        int deleted = 0;
        for (Path file : files()) {
            deleted += Files.deleteIfExists(file) ? 1 : 0;
        }
        return deleted;
    }
}
