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
 * Paths that no other user of the machine can turn elsewhere: every component is this user's or
 * root's, and nobody else may write it, but for sticky directories such as {@code /tmp}. Symbolic
 * links are followed by the same rule. What is returned has no links left in it, so what was
 * checked is what is used. Root, and who has this user's rights, can do anything anyway.
 *
 * <p>On systems without owners and modes nothing is checked.
 */
public final class TrustedPath {

    private static final int MAX_LINKS = 40;
    private static final Set<PosixFilePermission> FOR_THE_USER =
            PosixFilePermissions.fromString("rwx------");

    /** What a usual umask leaves; a laxer one must not let others write. */
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
     * A file or directory that is there, without links.
     *
     * @throws UntrustedPathException if another user could exchange it
     */
    public static Path of(Path path) throws IOException {
        return FileOwner.known(path) ? new TrustedPath(path, false).walk() : path.toRealPath();
    }

    /**
     * A directory, without links; what of it is not there is made.
     *
     * @throws UntrustedPathException if another user could exchange it
     */
    public static Path make(Path directory) throws IOException {
        return FileOwner.known(directory)
                ? new TrustedPath(directory, true).walk()
                : Files.createDirectories(directory).toRealPath();
    }

    /**
     * A directory that nobody else can even look into, made if it is not there. What is above it is
     * not checked: for a parent that was.
     *
     * @throws UntrustedPathException if it is there and is another user's, or open to others
     */
    public static Path makePrivate(Path directory) throws IOException {
        try {
            return Files.createDirectory(directory, withMode(directory, FOR_THE_USER));
        } catch (FileAlreadyExistsException e) {
            if (!isPrivate(directory)) {
                throw new UntrustedPathException(
                        directory, directory, "is not a directory of this user alone");
            }
            return directory;
        }
    }

    /**
     * A new directory that nobody else can guess or enter, below the JVM's directory for temporary
     * files or, where that cannot be trusted, the user's home.
     *
     * @throws UntrustedPathException if neither can be trusted
     */
    public static Path makeFresh(String prefix) throws IOException {
        UntrustedPathException refused = null;
        for (String property : List.of("java.io.tmpdir", "user.home")) {
            try {
                return Files.createTempDirectory(
                        of(Path.of(System.getProperty(property))), prefix); // the user's alone
            } catch (UntrustedPathException e) {
                refused = refused == null ? e : refused;
            }
        }
        throw Objects.requireNonNull(refused);
    }

    /** Whether it is a directory, no link to one, which is this user's and closed to all others. */
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
            // Somebody was quicker; whoever that was is found out now.
        }
        return FileOwner.of(path);
    }

    private void check(Path component, FileOwner found) throws IOException {
        String danger = found.danger();
        if (danger != null) {
            throw new UntrustedPathException(asked, component, danger);
        }
    }

    /** What comes next, before all else. */
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
