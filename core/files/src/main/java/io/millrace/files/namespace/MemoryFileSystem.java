package io.millrace.files.namespace;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.util.EnumSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.impl.PathCapabilitiesSupport;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.jspecify.annotations.Nullable;

/**
 * {@code mem:///path}: files in the memory of this process, which all its jobs and users share and
 * which disappear when it ends. Files that do not fit into memory are spilled to disk. Behaves like
 * HDFS: renames are atomic and instant, and closed files change only by appending.
 *
 * <p>Hadoop loads this class whenever the jar is on the class path and a file system is opened. It
 * is therefore compiled for Java 8, like {@link MemoryFiles}, and uses reflection for everything
 * else once a file in memory is opened.
 *
 * <p>Thread-safe, except for its working directory, which one thread sets.
 */
public final class MemoryFileSystem extends FileSystem {

    /** Scheme of {@code mem:///path}. */
    public static final String SCHEME = "mem";

    private static final String NAMESPACES = "io.millrace.files.namespace.Namespaces";
    private static final URI ROOT = URI.create("mem:///");

    private @Nullable MemoryFiles opened;
    private Path workingDirectory = new Path(ROOT);

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public URI getUri() {
        return ROOT;
    }

    @Override
    public void initialize(URI name, Configuration conf) throws IOException {
        super.initialize(name, conf);
        if (name.getAuthority() != null) {
            throw new IOException(
                    name
                            + " names a host, "
                            + name.getAuthority()
                            + ", but files in memory belong to this process; write mem:///path");
        }
        setConf(conf);
        opened = open(conf);
        workingDirectory = getHomeDirectory();
    }

    private static MemoryFiles open(Configuration conf) throws IOException {
        try {
            return (MemoryFiles)
                    Class.forName(NAMESPACES, true, MemoryFileSystem.class.getClassLoader())
                            .getMethod("mem", Configuration.class)
                            .invoke(null, conf);
        } catch (InvocationTargetException e) {
            throw new IOException(
                    "files in memory are not available: " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new IOException(
                    "files in memory are not available ("
                            + e
                            + "); use Java 17 or newer, with the whole millrace-hadoop jar"
                            + " on the class path",
                    e);
        }
    }

    private MemoryFiles tree() {
        MemoryFiles tree = opened;
        if (tree == null) {
            throw new IllegalStateException("initialize has not been called");
        }
        return tree;
    }

    /** The qualified path, checked to belong to this file system. */
    private Path full(Path path) {
        Path full = path.makeQualified(ROOT, workingDirectory);
        checkPath(full);
        return full;
    }

    @Override
    public FSDataInputStream open(Path path, int bufferBytes) throws IOException {
        statistics.incrementReadOps(1);
        return tree().open(full(path), bufferBytes, statistics);
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferBytes,
            short replication,
            long blockBytes,
            @Nullable Progressable progress)
            throws IOException {
        return createWithFolders(full(path), masked(permission), overwrite);
    }

    /** For {@code FileContext}, which has already applied its mask. */
    @Override
    @SuppressWarnings("deprecation") // FileContext calls it
    protected FSDataOutputStream primitiveCreate(
            Path path,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            int bufferBytes,
            short replication,
            long blockBytes,
            @Nullable Progressable progress,
            Options.@Nullable ChecksumOpt checksum)
            throws IOException {
        Path full = full(path);
        boolean exists = tree().find(full, 0) != null;
        CreateFlag.validate(full, exists, flags);
        return exists && flags.contains(CreateFlag.APPEND)
                ? append(full, bufferBytes, progress)
                : createWithFolders(full, permission, flags.contains(CreateFlag.OVERWRITE));
    }

    private FSDataOutputStream createWithFolders(
            Path full, FsPermission permission, boolean overwrite) throws IOException {
        Path folder = full.getParent();
        if (folder != null) {
            tree().makeFolders(folder, masked(FsPermission.getDirDefault()));
        }
        return create(full, permission, overwrite);
    }

    @Override
    public FSDataOutputStream createNonRecursive(
            Path path,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            int bufferBytes,
            short replication,
            long blockBytes,
            @Nullable Progressable progress)
            throws IOException {
        return create(full(path), masked(permission), flags.contains(CreateFlag.OVERWRITE));
    }

    private FSDataOutputStream create(Path full, FsPermission permission, boolean overwrite)
            throws IOException {
        statistics.incrementWriteOps(1);
        return tree().create(full, permission, overwrite, statistics, getConf());
    }

    @Override
    public FSDataOutputStream append(Path path, int bufferBytes, @Nullable Progressable progress)
            throws IOException {
        statistics.incrementWriteOps(1);
        return tree().append(full(path), statistics);
    }

    private FsPermission masked(FsPermission permission) {
        return permission.applyUMask(FsPermission.getUMask(getConf()));
    }

    @Override
    public boolean mkdirs(Path path, FsPermission permission) throws IOException {
        statistics.incrementWriteOps(1);
        tree().makeFolders(full(path), masked(permission));
        return true;
    }

    /** For {@code FileContext}, which has already applied its mask. */
    @Override
    @SuppressWarnings("deprecation") // FileContext calls it
    protected boolean primitiveMkdir(Path path, FsPermission permission) throws IOException {
        tree().makeFolders(full(path), permission);
        return true;
    }

    @Override
    public boolean delete(Path path, boolean recursive) throws IOException {
        statistics.incrementWriteOps(1);
        return tree().delete(full(path), recursive);
    }

    /** Like HDFS: moves into an existing directory, and returns false if there is nothing to do. */
    @Override
    public boolean rename(Path source, Path target) throws IOException {
        statistics.incrementWriteOps(1);
        Path from = full(source);
        Path to = full(target);
        FileStatus moved = tree().find(from, 0);
        if (moved == null) {
            return false;
        }
        FileStatus there = tree().find(to, 0);
        if (there != null && there.isDirectory()) {
            to = new Path(to, from.getName());
            there = tree().find(to, 0);
        }
        if (there != null) {
            return moved.isFile() && from.equals(to);
        }
        try {
            tree().rename(from, to, false);
            return true;
        } catch (FileNotFoundException | FileAlreadyExistsException | IllegalArgumentException e) {
            LOG.debug("{} is not renamed to {}", source, target, e);
            return false;
        }
    }

    /** Like {@code FileContext.rename}: atomic, even if it replaces something. */
    @Override
    @SuppressWarnings("deprecation") // FileContext calls it
    public void rename(Path source, Path target, Options.Rename... options) throws IOException {
        statistics.incrementWriteOps(1);
        boolean overwrite = false;
        for (Options.Rename option : options) {
            overwrite |= option == Options.Rename.OVERWRITE;
        }
        Path from = full(source);
        Path to = full(target);
        tree().status(from, 0);
        if (from.equals(to)) {
            throw new FileAlreadyExistsException(target + " is " + source + " itself");
        }
        try {
            tree().rename(from, to, overwrite);
        } catch (IllegalArgumentException e) {
            throw new IOException(source + " cannot be renamed: " + e.getMessage(), e);
        }
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        statistics.incrementReadOps(1);
        return tree().list(full(path), getDefaultBlockSize(path));
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        statistics.incrementReadOps(1);
        return tree().status(full(path), getDefaultBlockSize(path));
    }

    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
        statistics.incrementWriteOps(1);
        tree().setPermission(full(path), permission);
    }

    @Override
    public void setOwner(Path path, @Nullable String user, @Nullable String group)
            throws IOException {
        statistics.incrementWriteOps(1);
        tree().setOwner(full(path), user, group);
    }

    @Override
    public void setTimes(Path path, long modifiedMillis, long accessedMillis) throws IOException {
        statistics.incrementWriteOps(1);
        tree().setTimes(full(path), modifiedMillis, accessedMillis);
    }

    @Override
    public FsStatus getStatus(@Nullable Path path) throws IOException {
        return tree().usage();
    }

    @Override
    public boolean hasPathCapability(Path path, String capability) throws IOException {
        switch (PathCapabilitiesSupport.validatePathCapabilityArgs(full(path), capability)) {
            case CommonPathCapabilities.FS_APPEND:
            case CommonPathCapabilities.FS_PERMISSIONS:
                return true;
            default:
                return super.hasPathCapability(path, capability);
        }
    }

    @Override
    public Path getWorkingDirectory() {
        return workingDirectory;
    }

    @Override
    public void setWorkingDirectory(Path directory) {
        workingDirectory = full(directory);
    }
}
