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

    /**
     * A job that uses links.
     *
     * @param depth how many jobs are around it, whose tasks wait for it
     * @param waitsFor the least depth of the jobs that it may wait for
     */
    record User(int depth, int waitsFor) {

        /** Waits for no other job. */
        static final User ALONE = new User(0, Integer.MAX_VALUE);
    }

    /** A use of a link, and the file that it shall lead to. */
    private record Use(Path target, User user) {}

    /** A link created here and its uses, whose targets all have the same content. */
    private static final class Held {
        private final List<Use> uses = new ArrayList<>();

        Held(Use first) {
            uses.add(first);
        }

        Path target() {
            return uses.get(0).target();
        }

        boolean mayBeAwaitedBy(User waiting) {
            return uses.stream().allMatch(each -> each.user().depth() >= waiting.waitsFor());
        }
    }

    WorkingDirectoryLinks(Path directory) {
        this.directory = directory.toAbsolutePath().normalize();
    }

    /**
     * Creates all links of a job, or none. If jobs may wait for one another, waits until no other
     * job uses one of the names for another file.
     *
     * <p>Jobs cannot deadlock as long as none waits for one of less depth. A waiting job holds
     * neither links nor slots, and the tasks that wait for it hold slots of less deep engines. The
     * job that it waits for therefore needs only slots and jobs of its own depth or more: the
     * deepest jobs end, and then those above them.
     *
     * @return the created links, by name; closing a link removes it after its last user. Null if
     *     jobs may wait, but not this one for those that use a name.
     */
    synchronized @Nullable Map<String, LocalCopy> makeAll(
            Collection<WantedLink> wanted, LinkConflict onConflict, User user)
            throws IOException, InterruptedException {
        if (onConflict == LinkConflict.WAIT && !awaitOthers(wanted, user)) {
            return null;
        }
        Map<String, LocalCopy> made = new LinkedHashMap<>();
        boolean done = false;
        try {
            for (WantedLink each : wanted) {
                LocalCopy link = make(each, onConflict, user);
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
     * Creates the links of a job whose tasks have separate directories, which therefore waits for
     * no other.
     *
     * @return null if another job uses one of the names for another file
     */
    synchronized @Nullable Map<String, LocalCopy> tryMakeAll(
            Collection<WantedLink> wanted, User user) throws IOException, InterruptedException {
        return taken(wanted).isEmpty() ? makeAll(wanted, LinkConflict.IGNORE, user) : null;
    }

    /** Returns false as soon as a job uses one of the names that this one may not wait for. */
    private synchronized boolean awaitOthers(Collection<WantedLink> wanted, User user)
            throws IOException, InterruptedException {
        boolean told = false;
        for (List<Held> taken = taken(wanted); !taken.isEmpty(); taken = taken(wanted)) {
            if (!taken.stream().allMatch(each -> each.mayBeAwaitedBy(user))) {
                return false;
            }
            if (!told) {
                LOG.info(
                        "A job waits for another job to release its link to {}",
                        taken.get(0).target());
                told = true;
            }
            wait();
        }
        return true;
    }

    /** The links that other jobs need for other files. */
    private synchronized List<Held> taken(Collection<WantedLink> wanted) throws IOException {
        List<Held> taken = new ArrayList<>();
        for (WantedLink each : wanted) {
            Held held = links.get(directory.resolve(each.name()).normalize());
            if (held != null && !same(held.target(), each.target())) {
                taken.add(held);
            }
        }
        return taken;
    }

    /**
     * Creates one link. An existing file of that name also serves if it is, or equals, the target.
     *
     * @return closing it removes the link after its last user; null if an existing file serves
     * @throws IOException if the name leads out of the directory, or another file has it
     */
    synchronized @Nullable LocalCopy make(WantedLink wanted, LinkConflict onConflict, User user)
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
            Use use = new Use(target, user);
            held.uses.add(use);
            return new LocalCopy(link, () -> release(link, held, use));
        }
        if (Files.exists(link, LinkOption.NOFOLLOW_LINKS) && !removeStale(link)) {
            if (!same(link, target)) {
                conflict(link, wanted, onConflict);
            }
            return null;
        }
        return create(link, new Use(target, user));
    }

    private @Nullable LocalCopy create(Path link, Use use) {
        try {
            Path parent = link.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            Files.createSymbolicLink(link, use.target());
        } catch (IOException | UnsupportedOperationException e) {
            LOG.warn(
                    "Cached file {} has no link in the working directory: {}",
                    use.target(),
                    e.toString());
            return null;
        }
        Held made = new Held(use);
        links.put(link, made);
        return new LocalCopy(link, () -> release(link, made, use));
    }

    private synchronized void release(Path link, Held held, Use use) {
        held.uses.remove(use);
        try {
            if (held.uses.isEmpty()) {
                links.remove(link, held);
                if (Files.isSymbolicLink(link)) {
                    Files.delete(link);
                }
                removeEmptyParents(link.getParent());
            } else if (Files.isSymbolicLink(link)
                    && Files.readSymbolicLink(link).equals(use.target())) {
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
