package io.millrace.files.local;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Paths that no other user of the machine can redirect: every component belongs to this user or
 * root, and only the owner may write to it, except for sticky directories such as {@code /tmp}.
 * Symbolic links are followed by the same rule. Returned paths contain no links, so the checked
 * path is the path in use. Root, and processes with this user's rights, can do anything anyway.
 *
 * <p>Does not check anything on systems without owners and modes.
 *
 * <p>Used by one thread.
 */
public final class TrustedPath {

    private static final int MAX_LINKS = 40;
    private static final Set<PosixFilePermission> FOR_THE_USER =
            PosixFilePermissions.fromString("rwx------");

    /** The permissions that a usual umask leaves; a laxer umask must not let other users write. */
    private static final Set<PosixFilePermission> FOR_ALL_TO_ENTER =
            PosixFilePermissions.fromString("rwxr-xr-x");

    private final Path asked;
    private final boolean makes;
    private final Deque<String> left = new ArrayDeque<>();
    private Path reached;
    private int links;

    private TrustedPath(Path asked, boolean makes) {
        this.asked = asked;
        this.makes = makes;
        Path absolute = asked.toAbsolutePath();
        this.reached = Objects.requireNonNull(absolute.getRoot());
        push(absolute);
    }

    /**
     * An existing file or directory, without links.
     *
     * @throws UntrustedPathException if another user could replace it
     */
    public static Path of(Path path) throws IOException {
        return FileOwner.known(path) ? new TrustedPath(path, false).walk() : path.toRealPath();
    }

    /**
     * A directory, without links; creates missing components.
     *
     * @throws UntrustedPathException if another user could replace it
     */
    public static Path make(Path directory) throws IOException {
        return FileOwner.known(directory)
                ? new TrustedPath(directory, true).walk()
                : Files.createDirectories(directory).toRealPath();
    }

    /**
     * A directory that is closed to all other users, created if missing. Its parent must already be
     * checked.
     *
     * @throws UntrustedPathException if it exists and belongs to another user or is open to others
     */
    public static Path makePrivate(Path directory) throws IOException {
        try {
            return Files.createDirectory(directory, withMode(directory, FOR_THE_USER));
        } catch (FileAlreadyExistsException e) {
            if (!isPrivate(directory)) {
                throw new UntrustedPathException(
                        directory, directory, "is not a private directory of this user");
            }
            return directory;
        }
    }

    /**
     * A new directory that other users can neither guess nor enter, below the JVM's directory for
     * temporary files or, if that is not trusted, the user's home.
     *
     * @throws UntrustedPathException if neither can be trusted
     */
    public static Path makeFresh(String prefix) throws IOException {
        UntrustedPathException refused = null;
        for (String property : List.of("java.io.tmpdir", "user.home")) {
            try {
                return Files.createTempDirectory(
                        of(Path.of(System.getProperty(property))),
                        prefix); // accessible to the user only
            } catch (UntrustedPathException e) {
                refused = refused == null ? e : refused;
            }
        }
        throw Objects.requireNonNull(refused);
    }

    /**
     * Whether it is a directory, not a link, that belongs to this user and is closed to all others.
     */
    public static boolean isPrivate(Path directory) {
        try {
            if (!FileOwner.known(directory)) {
                return Files.isDirectory(directory);
            }
            FileOwner found = FileOwner.of(directory);
            return found.isDirectory() && found.isPrivate();
        } catch (IOException e) {
            return false;
        }
    }

    private Path walk() throws IOException {
        check(reached, FileOwner.of(reached));
        while (!left.isEmpty()) {
            String name = left.pop();
            if (name.equals("..")) {
                reached = Objects.requireNonNullElse(reached.getParent(), reached);
            } else if (!name.equals(".")) {
                step(reached.resolve(name));
            }
        }
        return reached;
    }

    private void step(Path next) throws IOException {
        FileOwner found = found(next);
        check(next, found);
        if (!found.isLink()) {
            reached = next;
            return;
        }
        if (++links > MAX_LINKS) {
            throw new FileSystemLoopException(asked.toString());
        }
        Path target = Files.readSymbolicLink(next);
        reached = Objects.requireNonNullElse(target.getRoot(), reached);
        push(target);
    }

    private FileOwner found(Path path) throws IOException {
        try {
            return FileOwner.of(path);
        } catch (NoSuchFileException e) {
            if (!makes) {
                throw e;
            }
        }
        try {
            Files.createDirectory(path, withMode(path, FOR_ALL_TO_ENTER));
        } catch (FileAlreadyExistsException e) {
            // Another process was faster; the next check finds the owner.
        }
        return FileOwner.of(path);
    }

    private void check(Path component, FileOwner found) throws IOException {
        String danger = found.danger();
        if (danger != null) {
            throw new UntrustedPathException(asked, component, danger);
        }
    }

    /** Puts names at the front of the remaining components. */
    private void push(Path names) {
        for (int i = names.getNameCount() - 1; i >= 0; i--) {
            left.push(names.getName(i).toString());
        }
    }

    private static FileAttribute<?>[] withMode(Path path, Set<PosixFilePermission> mode) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(mode)}
                : new FileAttribute<?>[0];
    }
}
