package io.millrace.hadoop.job.cache;

import io.millrace.hadoop.config.LinkConflict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Links to cached files in the process's working directory. A process has one such directory for
 * all its jobs, so links are counted, and two jobs that want different files under one name cannot
 * run at once. Thread-safe.
 */
final class WorkingDirectoryLinks {

    private static final Logger LOG = LoggerFactory.getLogger(WorkingDirectoryLinks.class);

    private final Path directory;
    private final Map<Path, Held> links = new HashMap<>();

    private static final class Held {
        private final Path target;
        private int users = 1;

        Held(Path target) {
            this.target = target;
        }
    }

    WorkingDirectoryLinks(Path directory) {
        this.directory = directory.toAbsolutePath().normalize();
    }

    /**
     * Makes {@code name} point to {@code target}. A file of that name that is, or equals, the
     * target serves as well.
     *
     * @return whose closing removes the link after its last user; null if another file serves
     * @throws IOException if the name would lead out of the directory, or another file has it
     */
    synchronized @Nullable LocalCopy make(String name, Path target, LinkConflict onConflict)
            throws IOException {
        Path link = directory.resolve(name).normalize();
        if (!link.startsWith(directory) || link.equals(directory)) {
            throw new IOException(
                    "link "
                            + name
                            + " of cached file "
                            + target
                            + " leads out of the working directory "
                            + directory);
        }
        Held held = links.get(link);
        if (held != null && same(held.target, target)) {
            held.users++;
            return new LocalCopy(link, () -> release(link, held));
        }
        if (Files.exists(link, LinkOption.NOFOLLOW_LINKS) && !removeStale(link)) {
            if (!same(link, target)) {
                conflict(link, target, onConflict);
            }
            return null;
        }
        return create(link, target);
    }

    private @Nullable LocalCopy create(Path link, Path target) {
        try {
            Path parent = link.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            Files.createSymbolicLink(link, target);
        } catch (IOException | UnsupportedOperationException e) {
            LOG.warn(
                    "Cached file {} has no link in the working directory: {}",
                    target,
                    e.toString());
            return null;
        }
        Held made = new Held(target);
        links.put(link, made);
        return new LocalCopy(link, () -> release(link, made));
    }

    private synchronized void release(Path link, Held held) {
        if (--held.users > 0 || !links.remove(link, held)) {
            return;
        }
        try {
            if (Files.isSymbolicLink(link)) {
                Files.delete(link);
            }
            removeEmptyParents(link.getParent());
        } catch (IOException e) {
            LOG.warn("Link {} could not be removed and stays: {}", link, e.toString());
        }
    }

    private void removeEmptyParents(@Nullable Path from) throws IOException {
        for (Path parent = from;
                parent != null && !parent.equals(directory);
                parent = parent.getParent()) {
            try (var entries = Files.newDirectoryStream(parent)) {
                if (entries.iterator().hasNext()) {
                    return;
                }
            }
            Files.delete(parent);
        }
    }

    /** A link to nothing is what a process that was killed left. */
    private static boolean removeStale(Path link) throws IOException {
        if (Files.isSymbolicLink(link) && !Files.exists(link)) {
            Files.delete(link);
            return true;
        }
        return false;
    }

    private static boolean same(Path a, Path b) throws IOException {
        if (Files.isSameFile(a, b)) {
            return true;
        }
        return Files.isRegularFile(a)
                && Files.isRegularFile(b)
                && Files.size(a) == Files.size(b)
                && Files.mismatch(a, b) < 0;
    }

    private static void conflict(Path link, Path target, LinkConflict onConflict)
            throws IOException {
        if (onConflict == LinkConflict.IGNORE) {
            LOG.warn("Cached file {} has no link: {} is another file and stays", target, link);
            return;
        }
        throw new IOException(
                "cached file "
                        + target
                        + " cannot be linked as "
                        + link
                        + ": another file has that name. Rename one of them, run the job in another directory, or set"
                        + " millrace.cache.link.conflict=ignore to use the file that is there");
    }
}
