package io.millrace.hadoop.job.cache;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The directory that an archive is unpacked into. Nothing in an archive leads out of it: no name,
 * no link, and no name behind a link. Used by one thread.
 */
final class ArchiveTree {

    private static final int MOST_LINKS_IN_A_ROW = 40;

    private final Path root;
    private final Map<Path, String> symbolicLinks = new LinkedHashMap<>();

    ArchiveTree(Path root) throws IOException {
        this.root = Files.createDirectories(root).toRealPath();
    }

    /**
     * @throws IOException if a file of that name would not be in the tree
     */
    static void check(String name) throws IOException {
        if (name.startsWith("/")) {
            throw new IOException("entry " + name + " has an absolute name");
        }
        for (String part : name.split("/", -1)) {
            if (part.equals("..")) {
                throw new IOException("entry " + name + " leads out of the archive");
            }
        }
    }

    void directory(String name) throws IOException {
        Files.createDirectories(place(name));
    }

    void file(String name, InputStream content) throws IOException {
        Path file = vacant(name);
        Files.copy(content, file);
    }

    /** Links to an earlier entry of that name. */
    void hardLink(String name, String to) throws IOException {
        Path target = place(to);
        if (!Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(
                    "entry "
                            + name
                            + " is a link to "
                            + to
                            + ", which is not an earlier file of the archive");
        }
        Files.createLink(vacant(name), target);
    }

    /** Creates the link when everything else exists, so that nothing is ever written through it. */
    void symbolicLink(String name, String to) throws IOException {
        symbolicLinks.put(vacant(name), to);
    }

    /** Creates the links. Call once, at the end. */
    void finish() throws IOException {
        for (Map.Entry<Path, String> link : symbolicLinks.entrySet()) {
            if (!Files.exists(link.getKey(), LinkOption.NOFOLLOW_LINKS)) {
                Files.createSymbolicLink(link.getKey(), Path.of(link.getValue()));
            }
        }
        for (Path link : symbolicLinks.keySet()) {
            if (Files.isSymbolicLink(link) && !staysInside(link)) {
                throw new IOException(
                        "entry "
                                + root.relativize(link)
                                + " is a link to "
                                + symbolicLinks.get(link)
                                + ", which leads out of the archive");
            }
        }
    }

    /** The path of an entry of that name. */
    private Path place(String name) throws IOException {
        check(name);
        Path place = resolve(name).normalize();
        for (Path above = place; !above.equals(root); above = parent(above)) {
            if (symbolicLinks.containsKey(above) && !above.equals(place)) {
                throw new IOException(
                        "entry "
                                + name
                                + " leads through the link "
                                + root.relativize(above)
                                + " of the same archive");
            }
        }
        return place;
    }

    private Path resolve(String name) throws IOException {
        try {
            return root.resolve(name);
        } catch (InvalidPathException e) {
            throw new IOException(
                    "entry "
                            + name
                            + " has a name that the file system cannot represent ("
                            + e.getReason()
                            + "); this JVM writes file names in "
                            + System.getProperty("sun.jnu.encoding")
                            + ", which depends on the locale. Start it with"
                            + " LC_ALL=C.UTF-8, which allows any name.",
                    e);
        }
    }

    /** The path of an entry of that name, after deleting an earlier entry there. */
    private Path vacant(String name) throws IOException {
        Path place = place(name);
        if (place.equals(root)) {
            throw new IOException("an entry has no name");
        }
        symbolicLinks.remove(place);
        Files.createDirectories(parent(place));
        Files.deleteIfExists(place);
        return place;
    }

    /** Follows the link step by step, through other links, as the system would. */
    private boolean staysInside(Path link) throws IOException {
        Deque<Path> ahead = new ArrayDeque<>();
        ahead.add(parent(link).relativize(link));
        Path at = parent(link);
        int links = 0;
        while (!ahead.isEmpty()) {
            String step = ahead.removeFirst().toString();
            if (step.equals("..")) {
                at = parent(at);
            } else if (!step.isEmpty() && !step.equals(".")) {
                Path next = at.resolve(step);
                if (Files.isSymbolicLink(next)) {
                    Path target = Files.readSymbolicLink(next);
                    if (target.isAbsolute() || ++links > MOST_LINKS_IN_A_ROW) {
                        return false;
                    }
                    for (int i = target.getNameCount() - 1; i >= 0; i--) {
                        ahead.addFirst(target.getName(i));
                    }
                } else {
                    at = next;
                }
            }
            if (!at.startsWith(root)) {
                return false;
            }
        }
        return true;
    }

    private static Path parent(Path path) {
        return Objects.requireNonNull(path.getParent(), "the root of the file system");
    }
}
