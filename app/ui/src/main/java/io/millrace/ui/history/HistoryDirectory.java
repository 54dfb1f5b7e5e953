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
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A directory of past jobs. Each has a file with its report in JSON, compressed with gzip. Its
 * name, such as {@code 20261122-083501-3f9a.json.gz}, is the end time of the job in UTC and a
 * unique number. Files appear whole, or empty for a moment. Any number of processes may write, read
 * and delete at the same time. Only the owner may read, since reports contain the jobs'
 * configuration.
 */
public final class HistoryDirectory {

    private static final String SUFFIX = ".json.gz";
    private static final String MAKING = "making";
    private static final DateTimeFormatter WHEN =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);
    private static final int NUMBERS = 1 << 16;

    /** Older unfinished files were left by a killed process. */
    private static final Duration PATIENCE = Duration.ofHours(1);

    private final Path path;

    public HistoryDirectory(Path path) {
        this.path = path;
    }

    public Path path() {
        return path;
    }

    /**
     * Adds a report, and deletes the oldest beyond the limits, but never this one.
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

    /** Creates an empty file under a unique name. */
    private Path reserve(Instant when) throws IOException {
        while (true) {
            int number = ThreadLocalRandom.current().nextInt(NUMBERS);
            Path file = path.resolve("%s-%04x%s".formatted(WHEN.format(when), number, SUFFIX));
            try {
                return Files.createFile(file);
            } catch (FileAlreadyExistsException e) {
                // Another job that ended in the same second has the number: try another.
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
            return files; // there is no history yet
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
     * @param damaged receives each file that cannot be read, with the reason
     */
    public List<HistoryEntry> entries(BiConsumer<Path, IOException> damaged) throws IOException {
        List<HistoryEntry> entries = new ArrayList<>();
        for (Path file : files()) {
            try {
                if (size(file) > 0 || modified(file).isBefore(Instant.now().minus(PATIENCE))) {
                    entries.add(HistoryEntry.read(id(file), file));
                }
            } catch (NoSuchFileException e) {
                // Another process has deleted it meanwhile.
            } catch (IOException e) {
                damaged.accept(file, e);
            }
        }
        return entries;
    }

    /** The newest of the last {@code limit} jobs that {@code wanted} accepts; empty if none is. */
    public Optional<HistoryEntry> newest(int limit, Predicate<HistoryEntry> wanted)
            throws IOException {
        return newest(files(), limit, wanted);
    }

    /** The same among the jobs that ended before a past job. */
    public Optional<HistoryEntry> newestBefore(String id, int limit, Predicate<HistoryEntry> wanted)
            throws IOException {
        List<Path> older = files().stream().filter(file -> id(file).compareTo(id) < 0).toList();
        return newest(older, limit, wanted);
    }

    private static Optional<HistoryEntry> newest(
            List<Path> files, int limit, Predicate<HistoryEntry> wanted) {
        for (Path file : files.stream().limit(limit).toList()) {
            try {
                HistoryEntry entry = HistoryEntry.read(id(file), file);
                if (wanted.test(entry)) {
                    return Optional.of(entry);
                }
            } catch (IOException e) {
                // Being written, deleted meanwhile, or damaged: it is not the one.
            }
        }
        return Optional.empty();
    }

    /** The ids that equal or start with {@code beginning}, newest first. */
    public List<String> matching(String beginning) throws IOException {
        List<String> ids = files().stream().map(HistoryDirectory::id).toList();
        return ids.contains(beginning)
                ? List.of(beginning)
                : ids.stream().filter(id -> id.startsWith(beginning)).toList();
    }

    /**
     * A past job.
     *
     * @throws IOException if it is missing or damaged
     */
    public HistoryEntry entry(String id) throws IOException {
        return HistoryEntry.read(id, path.resolve(id + SUFFIX));
    }

    /**
     * The report of a past job, in JSON.
     *
     * @throws IOException if it is missing or damaged
     */
    public String report(String id) throws IOException {
        try (GZIPInputStream in =
                new GZIPInputStream(Files.newInputStream(path.resolve(id + SUFFIX)))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Deletes all past jobs; returns their number. */
    public int clear() throws IOException {
        int deleted = 0;
        for (Path file : files()) {
            deleted += Files.deleteIfExists(file) ? 1 : 0;
        }
        return deleted;
    }
}
