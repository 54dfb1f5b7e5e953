package io.millrace.engine.namespace;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A tree of files in memory, addressed by absolute paths such as {@code /a/b}. Each operation is
 * atomic. It takes time proportional to the parts of its path; deleting a directory also takes time
 * for its contents. Thread-safe.
 */
public final class Namespace {

    private final ContentsStore store;

    /** The root of the tree. */
    @GuardedBy("this")
    private final Node root;

    /** An empty tree with its bytes in {@code store}. */
    public Namespace(ContentsStore store, Owner root) {
        this.store = store;
        this.root = Node.folder("", root, System.currentTimeMillis());
    }

    /**
     * The file or directory at a path; empty if there is none.
     *
     * @throws NotDirectoryException if a parent in the path is a file
     */
    public synchronized Optional<Entry> find(String path) throws NotDirectoryException {
        return Optional.ofNullable(node(path)).map(Node::entry);
    }

    /**
     * The entries of a directory, by name.
     *
     * @throws NoSuchFileException if there is no such directory
     * @throws NotDirectoryException if it is a file
     */
    public synchronized List<Entry> list(String path) throws IOException {
        Node folder = existing(path);
        if (!folder.isFolder()) {
            throw new NotDirectoryException(path);
        }
        return folder.children.values().stream().map(Node::entry).toList();
    }

    /**
     * Creates a directory and its missing parents, each with the group of its parent. An existing
     * directory is left unchanged.
     *
     * @throws FileAlreadyExistsException if the path is a file
     * @throws NotDirectoryException if a parent is a file
     */
    public synchronized void makeFolders(String path, String user, short mode) throws IOException {
        Node at = root;
        List<String> parts = parts(path);
        for (int i = 0; i < parts.size(); i++) {
            Node next = at.children.get(parts.get(i));
            if (next == null) {
                next = Node.folder(parts.get(i), at.owner.of(user, mode), now());
                at.put(next, now());
            } else if (!next.isFolder()) {
                throw i == parts.size() - 1
                        ? new FileAlreadyExistsException(path, null, "the path is a file")
                        : new NotDirectoryException(next.path());
            }
            at = next;
        }
    }

    /**
     * Creates an empty file in an existing directory, with the directory's group.
     *
     * @param overwrite whether an existing file is deleted
     * @throws FileAlreadyExistsException if the path is a directory, or a file that must stay
     * @throws NoSuchFileException if its directory is missing
     * @throws NotDirectoryException if a parent is a file
     */
    public synchronized ContentsWriter create(
            String path, boolean overwrite, String user, short mode) throws IOException {
        Node folder = parentOf(path);
        String name = nameOf(path);
        Node old = folder.children.get(name);
        if (old != null && old.isFolder()) {
            throw new FileAlreadyExistsException(path, null, "the path is a directory");
        }
        if (old != null && !overwrite) {
            throw new FileAlreadyExistsException(path, null, "the path is a file");
        }
        Contents contents = store.newContents();
        folder.put(Node.file(name, contents, folder.owner.of(user, mode), now()), now());
        if (old != null) {
            delete(old);
        }
        return contents.write();
    }

    /**
     * Deletes a file or directory; false if it does not exist. For the root, deletes only its
     * contents.
     *
     * @throws DirectoryNotEmptyException if the directory is not empty and {@code recursive} is
     *     false
     */
    public synchronized boolean delete(String path, boolean recursive) throws IOException {
        Node node = node(path);
        if (node == null) {
            return false;
        }
        if (!recursive && !node.children.isEmpty()) {
            throw new DirectoryNotEmptyException(path);
        }
        delete(node);
        if (node == root) {
            root.children.clear();
        }
        node.cut(now());
        return true;
    }

    private static void delete(Node node) {
        if (node.contents != null) {
            node.contents.delete();
        }
        node.children.values().forEach(Namespace::delete);
    }

    /**
     * Moves a file or directory. The target's parent must exist. An existing target is replaced if
     * both are files, or if both are directories and the target is empty.
     *
     * @throws NoSuchFileException if the source or the target's parent does not exist
     * @throws FileAlreadyExistsException if the target exists and must not be replaced, or is of
     *     the other kind
     * @throws DirectoryNotEmptyException if the target is a directory that is not empty
     * @throws IllegalArgumentException if the target is within the source, or either is the root
     */
    public synchronized void rename(String source, String target, boolean overwrite)
            throws IOException {
        Node moved = existing(source);
        if (moved == root || parts(target).isEmpty()) {
            throw new IllegalArgumentException("the root cannot be renamed or replaced");
        }
        Node folder = parentOf(target);
        String name = nameOf(target);
        if (folder.isWithin(moved)) {
            throw new IllegalArgumentException(target + " is within " + source);
        }
        Node old = folder.children.get(name);
        if (old != null) {
            checkReplaced(old, moved, overwrite);
        }
        moved.cut(now());
        moved.name = name;
        folder.put(moved, now());
        if (old != null && old != moved) {
            delete(old);
        }
    }

    private static void checkReplaced(Node old, Node moved, boolean overwrite) throws IOException {
        if (!overwrite) {
            throw new FileAlreadyExistsException(old.path(), moved.path(), "the target exists");
        }
        if (old.isFolder() != moved.isFolder()) {
            throw new FileAlreadyExistsException(
                    old.path(),
                    moved.path(),
                    old.isFolder() ? "the target is a directory" : "the target is a file");
        }
        if (!old.children.isEmpty()) {
            throw new DirectoryNotEmptyException(old.path());
        }
    }

    /** Opens a writer that appends to a file. */
    public synchronized ContentsWriter append(String path) throws IOException {
        return contents(existing(path)).write();
    }

    /** Opens a reader of a file. */
    public synchronized ContentsReader read(String path) throws IOException {
        Node node = existing(path);
        ContentsReader reader = contents(node).read();
        node.accessedMillis = now();
        return reader;
    }

    private static Contents contents(Node node) throws FileNotFoundException {
        if (node.contents == null) {
            throw new FileNotFoundException(node.path() + " is a directory");
        }
        return node.contents;
    }

    /** Sets owner, group and permissions. */
    public synchronized void setOwner(String path, Owner owner) throws IOException {
        existing(path).owner = owner;
    }

    /** Sets times in milliseconds since the epoch; -1 leaves one as it is. */
    public synchronized void setTimes(String path, long modifiedMillis, long accessedMillis)
            throws IOException {
        Node node = existing(path);
        if (modifiedMillis != -1) {
            node.setModifiedMillis(modifiedMillis);
        }
        if (accessedMillis != -1) {
            node.accessedMillis = accessedMillis;
        }
    }

    /** The total length of all files. */
    public synchronized long length() {
        return length(root);
    }

    private static long length(Node node) {
        return node.contents == null
                ? node.children.values().stream().mapToLong(Namespace::length).sum()
                : node.contents.length();
    }

    @GuardedBy("this")
    private Node existing(String path) throws IOException {
        Node node = node(path);
        if (node == null) {
            throw new NoSuchFileException(path);
        }
        return node;
    }

    @GuardedBy("this")
    private Node parentOf(String path) throws IOException {
        List<String> parts = parts(path);
        if (parts.isEmpty()) {
            throw new FileAlreadyExistsException("/", null, "the path is the root");
        }
        String folder = '/' + String.join("/", parts.subList(0, parts.size() - 1));
        Node node = existing(folder);
        if (!node.isFolder()) {
            throw new NotDirectoryException(folder);
        }
        return node;
    }

    private static String nameOf(String path) {
        List<String> parts = parts(path);
        return parts.get(parts.size() - 1);
    }

    @GuardedBy("this")
    private @Nullable Node node(String path) throws NotDirectoryException {
        Node at = root;
        for (String part : parts(path)) {
            if (!at.isFolder()) {
                throw new NotDirectoryException(at.path());
            }
            at = at.children.get(part);
            if (at == null) {
                return null;
            }
        }
        return at;
    }

    private static List<String> parts(String path) {
        List<String> parts = new ArrayList<>();
        for (String part : path.split("/", -1)) {
            if (!part.isEmpty()) {
                parts.add(part);
            }
        }
        return parts;
    }

    private static long now() {
        return System.currentTimeMillis();
    }
}
