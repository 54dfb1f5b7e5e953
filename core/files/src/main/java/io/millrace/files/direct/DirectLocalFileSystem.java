package io.millrace.files.direct;

import io.millrace.engine.config.BadSettingException;
import io.millrace.files.config.PathCapabilities;
import io.millrace.files.namespace.MemoryFiles;
import io.millrace.files.process.MillraceProcess;
import java.io.IOException;
import java.net.URI;
import java.util.EnumSet;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.FsConstants;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.functional.RemoteIterators;
import org.jspecify.annotations.Nullable;

/**
 * Hadoop's local file system, but reading and setting permissions and owners directly. Without its
 * native library, Hadoop starts a {@code chmod} process for each file and directory it creates,
 * about thirty for the smallest job. For {@code fs.file.impl}; the plain twin is {@code
 * org.apache.hadoop.fs.LocalFileSystem}.
 *
 * <p>Once paths are redirected, all instances keep files below them in memory.
 *
 * <p>Thread-safe, as Hadoop shares it between threads.
 */
public final class DirectLocalFileSystem extends LocalFileSystem {

    /** The same file system without files in memory. */
    private final LocalFileSystem disk = new LocalFileSystem(getRaw());

    private final Redirection redirection = Redirection.of(MillraceProcess.current());
    private volatile @Nullable Overlay overlay;

    private volatile boolean writeChecksum = true;

    public DirectLocalFileSystem() {
        super(new DirectRawFileSystem());
        super.setWriteChecksum(false); // this class writes the checksums
    }

    /** A private instance that does not see files in memory. */
    static LocalFileSystem onDisk(Configuration conf) throws IOException {
        LocalFileSystem files = new LocalFileSystem(new DirectRawFileSystem());
        files.setConf(conf);
        files.initialize(FsConstants.LOCAL_FS_URI, conf);
        return files;
    }

    @Override
    public void initialize(URI name, Configuration conf) throws IOException {
        super.initialize(name, conf);
        disk.setConf(conf);
        disk.initialize(name, conf);
        try {
            redirection.apply(conf);
        } catch (BadSettingException e) {
            // Hadoop would print the whole stack; the submission of jobs reports the error.
            LOG.warn("No paths are redirected: {}", e.getMessage());
        }
    }

    /** The view of files in memory and on disk; null while nothing is redirected. */
    private @Nullable Overlay overlay() {
        Overlay known = overlay;
        MemoryFiles memory = redirection.memory();
        if (known == null && memory != null) {
            known = new Overlay(memory, disk, redirection);
            overlay = known;
        }
        return known;
    }

    private boolean redirected(Path full) {
        return redirection.covers(full);
    }

    private Path full(Path path) {
        checkPath(path);
        return makeQualified(path);
    }

    private FsPermission masked(@Nullable FsPermission permission) {
        FsPermission wanted = permission == null ? FsPermission.getFileDefault() : permission;
        return wanted.applyUMask(FsPermission.getUMask(getConf()));
    }

    private FsPermission folders() {
        return masked(FsPermission.getDirDefault());
    }

    @Override
    public void setVerifyChecksum(boolean verify) {
        super.setVerifyChecksum(verify);
        disk.setVerifyChecksum(verify);
    }

    @Override
    public void setWriteChecksum(boolean write) {
        writeChecksum = write;
        disk.setWriteChecksum(write);
    }

    @Override
    public FSDataInputStream open(Path path, int bufferBytes) throws IOException {
        Overlay over = overlay();
        return over == null
                ? super.open(path, bufferBytes)
                : over.open(full(path), bufferBytes, statistics);
    }

    private @Nullable FSDataOutputStream createInMemory(
            Path path, FsPermission permission, boolean overwrite, boolean folders)
            throws IOException {
        Overlay over = overlay();
        Path full = full(path);
        return over == null || !redirected(full)
                ? null
                : over.create(
                        full,
                        permission,
                        overwrite,
                        folders ? folders() : null,
                        statistics,
                        getConf());
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            @Nullable FsPermission permission,
            boolean overwrite,
            int bufferBytes,
            short replication,
            long blockBytes,
            @Nullable Progressable progress)
            throws IOException {
        FSDataOutputStream made = createInMemory(path, masked(permission), overwrite, true);
        if (made != null) {
            return made;
        }
        FSDataOutputStream data =
                super.create(
                        path,
                        permission,
                        overwrite,
                        bufferBytes,
                        replication,
                        blockBytes,
                        progress);
        return writeChecksum ? SummedStream.over(data, this, path, permission) : data;
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            @Nullable FsPermission permission,
            EnumSet<CreateFlag> flags,
            int bufferBytes,
            short replication,
            long blockBytes,
            @Nullable Progressable progress,
            Options.@Nullable ChecksumOpt checksum)
            throws IOException {
        return create(
                path,
                permission,
                flags.contains(CreateFlag.OVERWRITE),
                bufferBytes,
                replication,
                blockBytes,
                progress);
    }

    @Override
    public FSDataOutputStream createNonRecursive(
            Path path,
            @Nullable FsPermission permission,
            boolean overwrite,
            int bufferBytes,
            short replication,
            long blockBytes,
            @Nullable Progressable progress)
            throws IOException {
        FSDataOutputStream made = createInMemory(path, masked(permission), overwrite, false);
        if (made != null) {
            return made;
        }
        FSDataOutputStream data =
                super.createNonRecursive(
                        path,
                        permission,
                        overwrite,
                        bufferBytes,
                        replication,
                        blockBytes,
                        progress);
        return writeChecksum ? SummedStream.over(data, this, path, permission) : data;
    }

    @Override
    public FSDataOutputStream createNonRecursive(
            Path path,
            @Nullable FsPermission permission,
            EnumSet<CreateFlag> flags,
            int bufferBytes,
            short replication,
            long blockBytes,
            @Nullable Progressable progress)
            throws IOException {
        return createNonRecursive(
                path,
                permission,
                flags.contains(CreateFlag.OVERWRITE),
                bufferBytes,
                replication,
                blockBytes,
                progress);
    }

    /** For {@code FileContext}; without this method, it would bypass memory and checksums. */
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
        boolean exists = exists(path);
        CreateFlag.validate(path, exists, flags);
        return exists && flags.contains(CreateFlag.APPEND)
                ? goOn(path, bufferBytes, progress)
                : create(
                        path,
                        permission,
                        flags,
                        bufferBytes,
                        replication,
                        blockBytes,
                        progress,
                        checksum);
    }

    /**
     * Appends. Hadoop's class supports that for {@code FileContext} only and leaves wrong
     * checksums; this class deletes the file's checksums.
     */
    private FSDataOutputStream goOn(Path path, int bufferBytes, @Nullable Progressable progress)
            throws IOException {
        Overlay over = overlay();
        if (over != null && over.inMemory(full(path))) {
            return over.append(full(path), statistics);
        }
        getRaw().delete(getChecksumFile(path), false);
        return getRaw().append(path, bufferBytes, progress);
    }

    @Override
    public boolean mkdirs(Path path) throws IOException {
        Overlay over = overlay();
        return over == null ? super.mkdirs(path) : makeFolders(over, path, null);
    }

    @Override
    public boolean mkdirs(Path path, FsPermission permission) throws IOException {
        Overlay over = overlay();
        return over == null ? super.mkdirs(path, permission) : makeFolders(over, path, permission);
    }

    private boolean makeFolders(Overlay over, Path path, @Nullable FsPermission permission)
            throws IOException {
        Path full = full(path);
        FsPermission wanted = permission == null ? FsPermission.getDirDefault() : permission;
        return redirected(full)
                ? over.makeFolders(full, masked(wanted))
                : disk.mkdirs(full, wanted);
    }

    @Override
    public boolean delete(Path path, boolean recursive) throws IOException {
        Overlay over = overlay();
        return over == null ? super.delete(path, recursive) : over.delete(full(path), recursive);
    }

    @Override
    public boolean rename(Path source, Path target) throws IOException {
        Overlay over = overlay();
        if (over == null) {
            return super.rename(source, target);
        }
        over.renames().rename(full(source), full(target), folders());
        return true;
    }

    @Override
    @SuppressWarnings("deprecation") // FileContext calls it
    protected void rename(Path source, Path target, Options.Rename... options) throws IOException {
        Overlay over = overlay();
        if (over == null) {
            if (source.equals(target)) {
                throw new FileAlreadyExistsException(target + " is " + source + " itself");
            }
            super.rename(source, target, options); // renames the file alone
            renameChecksums(source, target);
            return;
        }
        boolean overwrite = Set.of(options).contains(Options.Rename.OVERWRITE);
        over.renames().renameExactly(full(source), full(target), overwrite, folders());
    }

    private void renameChecksums(Path source, Path target) throws IOException {
        Path sums = getChecksumFile(source);
        if (getRaw().exists(sums)) {
            getRaw().rename(sums, getChecksumFile(target));
        } else {
            getRaw().delete(getChecksumFile(target), false);
        }
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        Overlay over = overlay();
        return over == null ? super.getFileStatus(path) : over.status(full(path));
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        Overlay over = overlay();
        return over == null ? super.listStatus(path) : over.list(full(path));
    }

    @Override
    public RemoteIterator<FileStatus> listStatusIterator(Path path) throws IOException {
        return overlay() == null
                ? super.listStatusIterator(path)
                : RemoteIterators.remoteIteratorFromArray(listStatus(path));
    }

    @Override
    public RemoteIterator<LocatedFileStatus> listLocatedStatus(Path path) throws IOException {
        return overlay() == null
                ? super.listLocatedStatus(path)
                : listLocatedStatus(path, any -> true);
    }

    @Override
    protected RemoteIterator<LocatedFileStatus> listLocatedStatus(Path path, PathFilter filter)
            throws IOException {
        return overlay() == null
                ? super.listLocatedStatus(path, filter)
                : RemoteIterators.mappingRemoteIterator(
                        RemoteIterators.filteringRemoteIterator(
                                listStatusIterator(path), each -> filter.accept(each.getPath())),
                        this::located);
    }

    private LocatedFileStatus located(FileStatus status) throws IOException {
        BlockLocation[] blocks =
                status.isDirectory() ? null : getFileBlockLocations(status, 0, status.getLen());
        return new LocatedFileStatus(status, blocks);
    }

    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
        change(
                path,
                (memory, full) -> memory.setPermission(full, permission),
                full -> super.setPermission(full, permission));
    }

    @Override
    public void setOwner(Path path, @Nullable String user, @Nullable String group)
            throws IOException {
        change(
                path,
                (memory, full) -> memory.setOwner(full, user, group),
                full -> super.setOwner(full, user, group));
    }

    @Override
    public void setTimes(Path path, long modifiedMillis, long accessedMillis) throws IOException {
        change(
                path,
                (memory, full) -> memory.setTimes(full, modifiedMillis, accessedMillis),
                full -> super.setTimes(full, modifiedMillis, accessedMillis));
    }

    @Override
    public void copyFromLocalFile(boolean deleteSource, boolean overwrite, Path source, Path target)
            throws IOException {
        if (overlay() == null) {
            super.copyFromLocalFile(deleteSource, overwrite, source, target);
        } else {
            FileUtil.copy(this, source, this, target, deleteSource, overwrite, getConf());
        }
    }

    @Override
    public void copyFromLocalFile(
            boolean deleteSource, boolean overwrite, Path[] sources, Path target)
            throws IOException {
        if (overlay() == null) {
            super.copyFromLocalFile(deleteSource, overwrite, sources, target);
        } else {
            FileUtil.copy(this, sources, this, target, deleteSource, overwrite, getConf());
        }
    }

    @Override
    public Path resolvePath(Path path) throws IOException {
        return overlay() == null ? super.resolvePath(path) : getFileStatus(path).getPath();
    }

    @Override
    public FileStatus getFileLinkStatus(Path path) throws IOException {
        Overlay over = overlay();
        return over == null || !over.inMemory(full(path))
                ? super.getFileLinkStatus(path)
                : over.status(full(path));
    }

    @Override
    public FsStatus getStatus(@Nullable Path path) throws IOException {
        Overlay over = overlay();
        return over == null || path == null ? super.getStatus(path) : over.usage(full(path));
    }

    private void change(Path path, Overlay.ChangeInMemory inMemory, Overlay.Change onDisk)
            throws IOException {
        Overlay over = overlay();
        if (over == null) {
            onDisk.apply(path);
        } else {
            over.change(full(path), inMemory, onDisk);
        }
    }

    @Override
    public void access(Path path, FsAction mode) throws IOException {
        Overlay over = overlay();
        if (over == null || !over.inMemory(full(path))) {
            super.access(path, mode);
        }
    }

    @Override
    public boolean hasPathCapability(Path path, String capability) throws IOException {
        Overlay over = overlay();
        return capability.equals(PathCapabilities.IN_MEMORY)
                ? over != null && over.inMemory(full(path))
                : super.hasPathCapability(path, capability);
    }
}
