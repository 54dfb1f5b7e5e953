package io.millrace.hadoop.job.cache;

import io.millrace.hadoop.config.LinkConflict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
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

    /** A link created here and its users' targets, which all have the same content. */
    private static final class Held {
        private final List<Path> targets = new ArrayList<>();

        Held(Path target) {
            targets.add(target);
        }

        Path target() {
            return targets.get(0);
        }
    }

    WorkingDirectoryLinks(Path directory) {
        this.directory = directory.toAbsolutePath().normalize();
    }

    /**
     * Creates all links of a job, or none. If jobs may wait for one another, waits until no other
     * job uses one of the names for another file. A waiting job holds no link, so two jobs cannot
     * deadlock.
     *
     * @return the created links, by name; closing a link removes it after its last user
     */
    synchronized Map<String, LocalCopy> makeAll(
            Collection<WantedLink> wanted, LinkConflict onConflict)
            throws IOException, InterruptedException {
        if (onConflict == LinkConflict.WAIT) {
            awaitOthers(wanted);
        }
        Map<String, LocalCopy> made = new LinkedHashMap<>();
        boolean done = false;
        try {
            for (WantedLink each : wanted) {
                LocalCopy link = make(each, onConflict);
                if (link != null) {
                    made.put(each.name(), link);
                }
            }
            done = true;
        } finally {
            if (!done) {
                made.values().forEach(LocalCopy::close);
            }
        }
        return made;
    }

    /**
     * Does the same for a job that cannot wait.
     *
     * @return null if another job uses one of the names for another file
     */
    synchronized @Nullable Map<String, LocalCopy> tryMakeAll(
            Collection<WantedLink> wanted, LinkConflict onConflict)
            throws IOException, InterruptedException {
        return taken(wanted) == null ? makeAll(wanted, onConflict) : null;
    }

    private synchronized void awaitOthers(Collection<WantedLink> wanted)
            throws IOException, InterruptedException {
        boolean told = false;
        for (Path taken = taken(wanted); taken != null; taken = taken(wanted)) {
            if (!told) {
                LOG.info("A job waits for another job to release its link {}", taken);
                told = true;
            }
            wait();
        }
    }

    /** A link that another job needs for another file, or null if there is none. */
    private synchronized @Nullable Path taken(Collection<WantedLink> wanted) throws IOException {
        for (WantedLink each : wanted) {
            Path link = directory.resolve(each.name()).normalize();
            Held held = links.get(link);
            if (held != null && !same(held.target(), each.target())) {
                return link;
            }
        }
        return null;
    }

    /**
     * Creates one link. An existing file of that name also serves if it is, or equals, the target.
     *
     * @return closing it removes the link after its last user; null if an existing file serves
     * @throws IOException if the name leads out of the directory, or another file has it
     */
    synchronized @Nullable LocalCopy make(WantedLink wanted, LinkConflict onConflict)
            throws IOException {
        Path target = wanted.target();
        Path link = directory.resolve(wanted.name()).normalize();
        if (!link.startsWith(directory) || link.equals(directory)) {
            throw new IOException(
                    "link "
                            + wanted.name()
                            + " of cached file "
                            + wanted.source()
                            + " leads out of the working directory "
                            + directory);
        }
        Held held = links.get(link);
        if (held != null && same(held.target(), target)) {
            held.targets.add(target);
            return new LocalCopy(link, () -> release(link, held, target));
        }
        if (Files.exists(link, LinkOption.NOFOLLOW_LINKS) && !removeStale(link)) {
            if (!same(link, target)) {
                conflict(link, wanted, onConflict);
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
        return new LocalCopy(link, () -> release(link, made, target));
    }

    private synchronized void release(Path link, Held held, Path target) {
        held.targets.remove(target);
        try {
            if (held.targets.isEmpty()) {
                links.remove(link, held);
                if (Files.isSymbolicLink(link)) {
                    Files.delete(link);
                }
                removeEmptyParents(link.getParent());
            } else if (Files.isSymbolicLink(link) && Files.readSymbolicLink(link).equals(target)) {
                // The file may be deleted with the job that ends; the other targets have the same
                // content.
                pointTo(link, held.target());
            }
        } catch (IOException e) {
            LOG.warn("Link {} could not be redirected: {}", link, e.toString());
        }
        notifyAll();
    }

    private static void pointTo(Path link, Path target) throws IOException {
        Path other = link.resolveSibling("." + link.getFileName() + "." + UUID.randomUUID());
        Files.createSymbolicLink(other, target);
        Files.move(other, link, StandardCopyOption.ATOMIC_MOVE);
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

    /** A killed process leaves dangling links. */
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

    private static void conflict(Path link, WantedLink wanted, LinkConflict onConflict)
            throws IOException {
        String there =
                Files.isSymbolicLink(link)
                        ? link + " -> " + Files.readSymbolicLink(link)
                        : "" + link;
        if (onConflict == LinkConflict.IGNORE) {
            LOG.warn(
                    "Cached file {} has no link: another file, {}, has the name",
                    wanted.source(),
                    there);
            return;
        }
        throw new IOException(
                "cached file "
                        + wanted.source()
                        + " cannot be linked as "
                        + wanted.name()
                        + ": another file has that name, "
                        + there
                        + ". Rename one of them, run the job in another directory, or set"
                        + " millrace.cache.link.conflict: ignore uses the existing file,"
                        + " and wait, the default, waits if the file belongs to another"
                        + " job.");
    }
}
