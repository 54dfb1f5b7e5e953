package io.millrace.files.namespace;

import io.millrace.engine.namespace.Contents;
import io.millrace.engine.namespace.ContentsReader;
import io.millrace.engine.namespace.ContentsWriter;
import io.millrace.engine.namespace.Entry;
import io.millrace.engine.namespace.Namespace;
import io.millrace.engine.namespace.Owner;
import java.io.IOException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem.Statistics;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.jspecify.annotations.Nullable;

/** A namespace as file systems see it. Thread-safe. */
final class MemoryTree implements MemoryFiles {

    private final Namespace tree;

    private final Access access;
    private final Store store;

    /**
     * @param store holds the contents of the tree's files
     */
    MemoryTree(Namespace tree, Access access, Store store) {
        this.tree = tree;
        this.access = access;
        this.store = store;
    }

    /** Opens the store of file contents with a configuration. */
    interface Store {
        Object open(Configuration conf) throws IOException;
    }

    @Override
    public @Nullable FileStatus find(Path path, long blockBytes) {
        try {
            return tree.find(inTree(path))
                    .<FileStatus>map(entry -> MemoryStatus.of(entry, path, blockBytes))
                    .orElse(null);
        } catch (NotDirectoryException e) {
            return null; // a file has no children
        }
    }

    @Override
    public FileStatus[] list(Path path, long blockBytes) throws IOException {
        FileStatus folder = status(path, blockBytes);
        if (folder.isFile()) {
            return new FileStatus[] {folder};
        }
        access.check(folder, FsAction.READ);
        List<Entry> entries = HadoopErrors.translated(path, () -> tree.list(inTree(path)));
        return entries.stream()
                .map(entry -> MemoryStatus.of(entry, path, blockBytes))
                .toArray(FileStatus[]::new);
    }

    @Override
    public FSDataInputStream open(Path path, int bufferBytes, @Nullable Statistics statistics)
            throws IOException {
        access.check(status(path, 0), FsAction.READ);
        ContentsReader reader = HadoopErrors.translated(path, () -> tree.read(inTree(path)));
        return new MemoryStream(new MemoryInput(reader, statistics), bufferBytes);
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            @Nullable Statistics statistics,
            Configuration conf)
            throws IOException {
        store.open(conf);
        checkFolder(path);
        String user = access.maker();
        ContentsWriter writer =
                HadoopErrors.translated(
                        path,
                        () -> tree.create(inTree(path), overwrite, user, permission.toShort()));
        return new FSDataOutputStream(new MemoryOutput(writer), statistics);
    }

    @Override
    public FSDataOutputStream append(Path path, @Nullable Statistics statistics)
            throws IOException {
        FileStatus there = status(path, 0);
        access.check(there, FsAction.WRITE);
        ContentsWriter writer = HadoopErrors.translated(path, () -> tree.append(inTree(path)));
        return new FSDataOutputStream(new MemoryOutput(writer), statistics, there.getLen());
    }

    @Override
    public boolean beingWritten(Path path) {
        try {
            return tree.find(inTree(path))
                    .map(Entry::contents)
                    .filter(Contents::beingWritten)
                    .isPresent();
        } catch (NotDirectoryException e) {
            return false; // a file has no children
        }
    }

    @Override
    public void makeFolders(Path path, FsPermission permission) throws IOException {
        if (find(path, 0) == null) {
            checkFolder(path);
        }
        String user = access.maker();
        HadoopErrors.translated(
                path,
                () -> {
                    tree.makeFolders(inTree(path), user, permission.toShort());
                    return true;
                });
    }

    @Override
    public boolean delete(Path path, boolean recursive) throws IOException {
        if (find(path, 0) == null) {
            return false;
        }
        checkFolder(path);
        return HadoopErrors.translated(path, () -> tree.delete(inTree(path), recursive));
    }

    @Override
    public void rename(Path source, Path target, boolean overwrite) throws IOException {
        checkFolder(source);
        checkFolder(target);
        HadoopErrors.translated(
                source,
                () -> {
                    tree.rename(inTree(source), inTree(target), overwrite);
                    return true;
                });
    }

    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
        Owner owner = owner(path);
        setOwner(path, owner.withMode(permission.toShort()));
    }

    @Override
    public void setOwner(Path path, @Nullable String user, @Nullable String group)
            throws IOException {
        Owner owner = owner(path);
        setOwner(
                path,
                new Owner(
                        user == null ? owner.user() : user,
                        group == null ? owner.group() : group,
                        owner.mode()));
    }

    private Owner owner(Path path) throws IOException {
        FileStatus status = status(path, 0);
        return new Owner(status.getOwner(), status.getGroup(), status.getPermission().toShort());
    }

    private void setOwner(Path path, Owner owner) throws IOException {
        HadoopErrors.translated(
                path,
                () -> {
                    tree.setOwner(inTree(path), owner);
                    return true;
                });
    }

    @Override
    public void setTimes(Path path, long modifiedMillis, long accessedMillis) throws IOException {
        HadoopErrors.translated(
                path,
                () -> {
                    tree.setTimes(inTree(path), modifiedMillis, accessedMillis);
                    return true;
                });
    }

    /** Checks write access to the directory of a path: the nearest existing one. */
    private void checkFolder(Path path) throws IOException {
        for (Path folder = path.getParent(); folder != null; folder = folder.getParent()) {
            FileStatus status = find(folder, 0);
            if (status != null) {
                access.check(status, FsAction.WRITE);
                return;
            }
        }
    }

    @Override
    public FsStatus usage() {
        long used = tree.length();
        return new FsStatus(Long.MAX_VALUE, used, Long.MAX_VALUE - used);
    }

    private static String inTree(Path path) {
        return path.toUri().getPath();
    }
}
